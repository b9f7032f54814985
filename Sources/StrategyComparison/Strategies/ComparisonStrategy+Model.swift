// SPDX-License-Identifier: Apache-2.0

/// Work on a strategy's model type.
///
/// It is compiled once for each type; a value of `any StrategyModel.Type` would need a dynamic call
/// in every frame.
protocol StrategyModelVisitor {
  associatedtype Result
  func visit<M: StrategyModel>(_ model: M.Type) -> Result
}

extension ComparisonStrategy {
  /// The one list of strategies and their models.
  func accept<Visitor: StrategyModelVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .restartPerCycle: visitor.visit(ControllerModel<RestartPolicy>.self)
    case .phaseMatched: visitor.visit(ControllerModel<PhasePolicy>.self)
    case .phaseRamp: visitor.visit(ControllerModel<RampPolicy>.self)
    case .naive: visitor.visit(NaiveModel.self)
    case .restartAtFrame: visitor.visit(FrameRestartModel.self)
    case .cssDuration: visitor.visit(FrameSteppedModel<WebDurationModel>.self)
    case .cssPlaybackRate: visitor.visit(FrameSteppedModel<WebPlaybackRateModel>.self)
    case .androidAnimator: visitor.visit(FrameSteppedModel<AndroidAnimatorModel>.self)
    case .floatClock: visitor.visit(FrameSteppedModel<FloatClockModel>.self)
    case .floatSum: visitor.visit(FrameSteppedModel<SumModel<Float>>.self)
    case .doubleSum: visitor.visit(FrameSteppedModel<SumModel<Double>>.self)
    case .tweenLoop: visitor.visit(FrameSteppedModel<TweenLoopModel>.self)
    case .lockPhase: visitor.visit(ControllerModel<LockPolicy<PhaseLock>>.self)
    case .lockWholeCycles: visitor.visit(ControllerModel<LockPolicy<WholeCycleLock>>.self)
    case .quantumWait: visitor.visit(FrameSteppedModel<QuantumWaitModel>.self)
    case .hardSnap: visitor.visit(FrameSteppedModel<HardSnapModel>.self)
    case .exponentialPull: visitor.visit(FrameSteppedModel<ExponentialPullModel>.self)
    }
  }
}
