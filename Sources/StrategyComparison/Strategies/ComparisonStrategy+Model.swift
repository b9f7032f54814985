// SPDX-License-Identifier: Apache-2.0

/// Work that is generic over the type of a strategy's model.
///
/// A visitor is compiled once for each model; a value of `any StrategyModel.Type` would need a
/// dynamic call in every frame.
protocol StrategyModelVisitor {
  associatedtype Result
  func visit<M: StrategyModel>(_ model: M.Type) -> Result
}

extension ComparisonStrategy {
  /// Maps each strategy to its model.
  func accept<Visitor: StrategyModelVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .restartPerCycle: visitor.visit(ControllerModel<RestartPolicy>.self)
    case .phaseMatched: visitor.visit(ControllerModel<PhasePolicy>.self)
    case .phaseRamp: visitor.visit(ControllerModel<RampPolicy>.self)
    case .naive: visitor.visit(NaiveModel.self)
    case .restartAtFrame: visitor.visit(FrameRestartModel.self)
    case .cssPlaybackRate: visitor.visit(FrameSteppedModel<PlaybackRateModel>.self)
    case .doubleSum: visitor.visit(FrameSteppedModel<SumModel>.self)
    case .tweenLoop: visitor.visit(FrameSteppedModel<TweenLoopModel>.self)
    }
  }
}
