// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLDriver

struct PolylineMeshTests {
  static func mesh(_ points: [(Float, Float)], thickness: Float = 2) -> PolylineMesh {
    var mesh = PolylineMesh()
    let points = points.map { PixelPoint(x: $0.0, y: $0.1) }
    mesh.build(points, thickness: thickness, color: .pureRed)
    return mesh
  }

  @Test func `a straight line is a rectangle of two triangles`() {
    let mesh = Self.mesh([(0, 0), (10, 0)])
    #expect(mesh.vertices.map(\.position.x) == [0, 0, 10, 10])
    #expect(mesh.vertices.map(\.position.y) == [1, -1, 1, -1])
    #expect(mesh.indices == [0, 1, 2, 1, 3, 2])
    #expect(mesh.vertices.allSatisfy { $0.color == .pureRed })
  }

  @Test func `a right corner is mitred to its outer point`() {
    let mesh = Self.mesh([(0, 0), (10, 0), (10, 10)])
    let corner = mesh.vertices[2...3].map(\.position)
    #expect(corner == [PixelPoint(x: 9, y: 1), PixelPoint(x: 11, y: -1)])
  }

  @Test func `a sharp corner and a reversal are cut off, never far out`() {
    for end: (Float, Float) in [(0, 0), (0, 1), (1, 4)] {
      let mesh = Self.mesh([(0, 0), (10, 0), end])
      #expect(mesh.vertices.count == 8)
      #expect(mesh.vertices.allSatisfy { abs($0.position.x) <= 11 && abs($0.position.y) <= 5 })
    }
  }

  @Test(arguments: [[], [(1, 1)], [(1, 1), (1, 1), (1, 1)]] as [[(Float, Float)]])
  func `fewer than two different points make no triangles`(points: [(Float, Float)]) {
    #expect(Self.mesh(points).indices.isEmpty)
  }

  @Test(arguments: [(1e-30, 0), (1e30, 0), (3e38, -3e38), (-3e38, 3e38)] as [(Float, Float)])
  func `every finite point makes finite corners`(_ point: (Float, Float)) {
    for line in [[(0, 0), point, (10, 0)], [point, (0, 0), (10, 0)]] {
      let mesh = Self.mesh(line)
      #expect(!mesh.indices.isEmpty)
      #expect(mesh.vertices.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite })
    }
  }

  @Test func `a point twice in a row changes nothing`() {
    let once = Self.mesh([(0, 0), (5, 3), (10, 0)])
    let twice = Self.mesh([(0, 0), (0, 0), (5, 3), (5, 3), (10, 0)])
    #expect(once.vertices == twice.vertices)
    #expect(once.indices == twice.indices)
  }
}
