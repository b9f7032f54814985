// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// Puts a layer into this one, on top of the others; it leaves the layer that it was in.
  ///
  /// Moved within a tree, it keeps its animations.
  /// - Precondition: as for ``insert(_:at:)``.
  public func add(_ sublayer: Layer) {
    insert(sublayer, at: sublayer.superlayer === self ? sublayers.count - 1 : sublayers.count)
  }

  /// Puts a layer into this one, with `index` layers of it below.
  /// - Precondition: `index` lies in 0...count, counted without the layer itself; the layer is neither a
  ///   tree's root, nor this one or one that this one is in.
  public func insert(_ sublayer: Layer, at index: Int) {
    precondition(sublayer.tree?.root !== sublayer, "a tree's root cannot be put into a layer")
    var next: Layer? = self
    while let layer = next {
      precondition(layer !== sublayer, "a layer cannot be put into itself")
      next = layer.superlayer
    }
    let count = sublayers.count - (sublayer.superlayer === self ? 1 : 0)
    precondition((0...count).contains(index), "index \(index) must be in 0...\(count)")
    if sublayer.tree !== tree { sublayer.leaveTree() }
    sublayer.detach()
    sublayers.insert(sublayer, at: index)
    sublayer.superlayer = self
    if let tree, sublayer.tree == nil { sublayer.join(tree) }
    tree?.isOrderStale = true
  }

  /// Takes the layer out of the one that it is in.
  ///
  /// Its animations and those of all layers in it are removed, if it was part of a tree. Does nothing
  /// where it is in none.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    leaveTree()
    detach()
  }

  private func detach() {
    superlayer?.tree?.isOrderStale = true
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  func join(_ tree: LayerTree) {
    self.tree = tree
    for animation in animations { animation.number = tree.nextAnimationNumber() }
    for sublayer in sublayers { sublayer.join(tree) }
  }

  private func leaveTree() {
    guard let tree else { return }
    removeAllAnimations()
    for sublayer in sublayers { sublayer.leaveTree() }
    self.tree = nil
    tree.isOrderStale = true
    hasBeenShown = false
    isStale = true
    for slot in slots { slot.reset() }
  }
}
