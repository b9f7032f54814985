// SPDX-License-Identifier: Apache-2.0

/// Something to be done with the type that follows in a strategy's manner.
///
/// Compiled once for each of these types, where a value of `any Follower.Type` would be asked anew
/// in every frame.
protocol FollowerVisitor {
  associatedtype Result
  func visit<F: Follower>(_ follower: F.Type) -> Result
}

extension ComparisonStrategy {
  /// The one list of strategies and what follows in their manner.
  func accept<Visitor: FollowerVisitor>(_ visitor: Visitor) -> Visitor.Result {
    switch self {
    case .restartPerCycle: visitor.visit(ControllerFollower<RestartPolicy>.self)
    case .phaseMatched: visitor.visit(ControllerFollower<PhasePolicy>.self)
    case .phaseRamp: visitor.visit(ControllerFollower<RampPolicy>.self)
    case .naive: visitor.visit(ControllerFollower<NaivePolicy>.self)
    case .restartAtFrame: visitor.visit(ControllerFollower<FrameRestartPolicy>.self)
    case .cssDuration: visitor.visit(FrameFollower<WebDurationModel>.self)
    case .cssPlaybackRate: visitor.visit(FrameFollower<WebPlaybackRateModel>.self)
    case .androidAnimator: visitor.visit(FrameFollower<AndroidAnimatorModel>.self)
    case .floatClock: visitor.visit(FrameFollower<FloatClockModel>.self)
    case .floatSum: visitor.visit(FrameFollower<SumModel<Float>>.self)
    case .doubleSum: visitor.visit(FrameFollower<SumModel<Double>>.self)
    case .tweenLoop: visitor.visit(FrameFollower<TweenLoopModel>.self)
    }
  }
}
