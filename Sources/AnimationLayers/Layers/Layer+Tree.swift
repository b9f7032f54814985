// SPDX-License-Identifier: Apache-2.0

extension Layer {
  /// Puts a layer into this one, on top of the others; it leaves the layer that it was in.
  ///
  /// Moved within a tree, it keeps its animations.
  /// - Precondition: as for ``insert(_:at:)``.
  /// - Complexity: O(layers that join or leave a tree), and where the layer has layers in it,
  ///   O(depth).
  public func add(_ sublayer: Layer) {
    insert(sublayer, at: sublayer.superlayer === self ? children.count - 1 : children.count)
  }

  /// Puts a layer into this one, with `index` layers of it below.
  /// - Precondition: `index` lies in 0...count, counted without the layer itself; the layer is
  ///   neither a tree's root, nor this one or one that this one is in.
  /// - Complexity: as ``add(_:)``, and below others O(sublayers).
  public func insert(_ sublayer: Layer, at index: Int) {
    precondition(sublayer.tree?.root !== sublayer, "a tree's root cannot be put into a layer")
    precondition(!sublayer.isOrHolds(self), "a layer cannot be put into itself")
    let count = children.count - (sublayer.superlayer === self ? 1 : 0)
    precondition((0...count).contains(index), "index \(index) must be in 0...\(count)")
    if sublayer.tree !== tree { sublayer.leaveTree() }
    sublayer.detach()
    children.insert(sublayer, at: index)
    sublayer.superlayer = self
    if let tree, sublayer.tree == nil { sublayer.join(tree) }
    tree?.isOrderStale = true
  }

  /// Takes the layer out of the one that it is in.
  ///
  /// Its animations and those of all layers in it are removed, if it was part of a tree. Does
  /// nothing where it is in none.
  /// - Complexity: O(layers in it), amortised, whatever the number of its siblings.
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

  /// Whether `layer` is this one, or one in it at any depth.
  private func isOrHolds(_ layer: Layer) -> Bool {
    // A layer without layers is in no other's way up: so a chain is built in O(depth), not its
    // square.
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
      for animation in layer.animations { animation.join(tree) }
    }
  }

  private func leaveTree() {
    guard let tree else { return }
    tree.isOrderStale = true
    forgetTree()
  }

  /// Goes back, with all layers in it, to what layers outside of a tree are.
  ///
  /// A tree that is gone reports no stops.
  func forgetTree() {
    forEachWithin { layer in
      if layer.tree == nil { layer.dropAnimations() } else { layer.removeAllAnimations() }
      layer.tree = nil
      layer.hasBeenShown = false
      layer.fold = nil
      layer.isStale = true
      for slot in layer.slots { slot.reset() }
    }
  }

  /// Calls the body with this layer and all in it, each before those in it; a loop, at any depth.
  private func forEachWithin(_ body: (Layer) -> Void) {
    var waiting = [self]
    while let layer = waiting.popLast() {
      body(layer)
      waiting.append(contentsOf: layer.sublayers.reversed())
    }
  }

  /// Frees what only this list holds; by a loop, as freeing a deep tree from inside out would not
  /// fit on the stack.
  static func release(_ layers: consuming [Layer]) {
    var waiting = layers
    while var layer = waiting.popLast() {
      if isKnownUniquelyReferenced(&layer) { waiting.append(contentsOf: layer.children.takeAll()) }
    }
  }
}
