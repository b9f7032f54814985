// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// Adds a layer on top of the other sublayers and removes it from its previous superlayer.
  ///
  /// A layer moved within a tree keeps its animations.
  /// - Precondition: As for ``insert(_:at:)``.
  /// - Complexity: O(layers that join or leave a tree); O(depth) more if the layer has sublayers.
  public func add(_ sublayer: Layer) {
    insert(sublayer, at: sublayer.superlayer === self ? children.count - 1 : children.count)
  }

  /// Inserts a layer above the first `index` sublayers.
  /// - Precondition: `index` is in 0...count, counted without the layer itself. The layer is
  ///   neither a tree's root, nor this layer, nor an ancestor of it.
  /// - Complexity: As ``add(_:)``; below other sublayers also O(sublayers).
  public func insert(_ sublayer: Layer, at index: Int) {
    precondition(sublayer.tree?.root !== sublayer, "a tree's root cannot be put into a layer")
    precondition(!sublayer.isOrHolds(self), "a layer cannot be put into itself")
    let count = children.count - (sublayer.superlayer === self ? 1 : 0)
    precondition((0...count).contains(index), "index \(index) must be in 0...\(count)")
    if sublayer.tree !== tree { sublayer.leaveTree() }
    sublayer.detach()
    children.insert(sublayer, at: index)
    sublayer.superlayer = self
    sublayer.fold?.hasNewTiming = true
    if let tree, sublayer.tree == nil { sublayer.join(tree) }
    tree?.isOrderStale = true
  }

  /// Removes the layer from its superlayer.
  ///
  /// In a tree, its animations and those of all its descendants are removed.
  /// - Complexity: O(descendants), amortised, independent of the number of siblings.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    leaveTree()
    detach()
  }

  private func detach() {
    guard let superlayer else { return }
    superlayer.tree?.isOrderStale = true
    superlayer.children.remove(self)
    self.superlayer = nil
  }

  /// Whether `layer` is this layer or a descendant of it.
  private func isOrHolds(_ layer: Layer) -> Bool {
    // Without this test, building a chain of n layers would take O(n²).
    if children.count == 0 { return layer === self }
    var next: Layer? = layer
    while let outer = next {
      if outer === self { return true }
      next = outer.superlayer
    }
    return false
  }

  func join(_ tree: LayerTree) {
    forEachWithin { layer in
      layer.tree = tree
      for animation in layer.animations.elements { animation.join(tree) }
    }
  }

  private func leaveTree() {
    guard let tree else { return }
    tree.isOrderStale = true
    forgetTree()
  }

  /// Resets this layer and its descendants to the state of layers outside any tree.
  ///
  /// A tree that has been freed reports no stops.
  func forgetTree() {
    forEachWithin { layer in
      if layer.tree == nil { layer.dropAnimations() } else { layer.removeAllAnimations() }
      layer.tree = nil
      layer.hasBeenShown = false
      layer.fold = nil
      layer.point = ContentPoint(time: .zero)
      layer.isStale = true
      for slot in layer.slots { slot.reset() }
    }
  }

  /// Visits this layer and all descendants, parents first.
  ///
  /// A loop, not recursion, so that any depth fits on the stack.
  private func forEachWithin(_ body: (Layer) -> Void) {
    var waiting = [self]
    while let layer = waiting.popLast() {
      body(layer)
      waiting.append(contentsOf: layer.sublayers.reversed())
    }
  }

  /// Removes and returns all sublayers; clears the superlayer of each, and changes nothing else in
  /// it.
  func takeSublayers() -> [Layer] {
    let all = children.takeAll()
    for layer in all { layer.superlayer = nil }
    return all
  }

  /// Frees the layers that only this list owns, in a loop: freeing a deep tree by recursion would
  /// overflow the stack.
  static func release(_ layers: consuming [Layer]) {
    var waiting = layers
    while var layer = waiting.popLast() {
      if isKnownUniquelyReferenced(&layer) { waiting.append(contentsOf: layer.takeSublayers()) }
    }
  }
}
