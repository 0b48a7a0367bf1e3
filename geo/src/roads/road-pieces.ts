import type { OsmExtract } from '../osm/osm-extract.ts'
import { isClosedToCars, isDrivable, speedLimitKmh, statedLimitKmh, travelDirections } from './road-speeds.ts'

/** Pieces of street between junctions, before they become `RoadColumns`. */
export interface RoadPieces {
  /** Offset of each piece's nodes in `nodes`; one entry more than there are pieces. */
  readonly firstNode: readonly number[]
  /** Indexes into the nodes of the extract, both ends included. */
  readonly nodes: readonly number[]
  readonly canForward: readonly boolean[]
  readonly canBackward: readonly boolean[]
  readonly speedKmh: readonly number[]
  /** The limit that signs state in km/h; 0 where none is known. */
  readonly limitKmh: readonly number[]
  /** Index into `names`. */
  readonly street: readonly number[]
  readonly names: readonly string[]
  /** 1 for nodes of the extract with a traffic light. */
  readonly isLight: Uint8Array
}

interface Drafts {
  firstNode: number[]
  nodes: number[]
  canForward: boolean[]
  canBackward: boolean[]
  speedKmh: number[]
  limitKmh: number[]
  street: number[]
}
const noDrafts = (): Drafts => ({
  firstNode: [0],
  nodes: [],
  canForward: [],
  canBackward: [],
  speedKmh: [],
  limitKmh: [],
  street: [],
})

/** Cuts the drivable streets of an extract at junctions, and joins pieces split only by differences of tags. */
export function cutRoadPieces(extract: OsmExtract): RoadPieces {
  const nodeCount = extract.nodes.ids.length
  const isClosed = new Uint8Array(nodeCount)
  const isLight = new Uint8Array(nodeCount)
  for (const { index, tags } of extract.taggedNodes) {
    if (isClosedToCars(tags)) isClosed[index] = 1
    if (tags.highway === 'traffic_signals') isLight[index] = 1
  }
  const streets = extract.ways.filter(({ nodes, tags }) => nodes.length >= 2 && isDrivable(tags))
  const uses = new Uint8Array(nodeCount)
  for (const { nodes } of streets) {
    for (const node of nodes) uses[node] = Math.min(3, (uses[node] as number) + 1)
    // The end of a street is a place of its own.
    for (const node of [nodes[0] as number, nodes.at(-1) as number]) uses[node] = 3
  }
  const names = ['']
  const indexOfName = new Map([['', 0]])
  const nameIndex = (name: string): number => {
    const known = indexOfName.get(name)
    if (known !== undefined) return known
    indexOfName.set(name, names.length)
    return names.push(name) - 1
  }

  const drafts = noDrafts()
  for (const { nodes, tags } of streets) {
    const { forward, backward } = travelDirections(tags)
    const speedKmh = Math.min(250, speedLimitKmh(tags))
    const limitKmh = Math.min(250, Math.round(statedLimitKmh(tags) ?? 0))
    const street = nameIndex(tags.name ?? tags.ref ?? '')
    const end = () => {
      const start = drafts.firstNode.at(-1) as number
      if (drafts.nodes.length - start < 2) {
        drafts.nodes.length = start
        return
      }
      drafts.firstNode.push(drafts.nodes.length)
      drafts.canForward.push(forward)
      drafts.canBackward.push(backward)
      drafts.speedKmh.push(speedKmh)
      drafts.limitKmh.push(limitKmh)
      drafts.street.push(street)
    }
    let before = -1
    for (const node of nodes) {
      if (node === before) continue
      if (isClosed[node] === 1) {
        end()
        before = -1
        continue
      }
      drafts.nodes.push(node)
      if (before !== -1 && (uses[node] as number) >= 2) {
        end()
        drafts.nodes.push(node)
      }
      before = node
    }
    end()
  }
  return { ...joinChains(drafts, nodeCount), names, isLight }
}

/** Joins two pieces where no other piece meets them and their attributes are equal. */
function joinChains(drafts: Drafts, nodeCount: number): Drafts {
  const count = drafts.street.length
  const firstOf = (piece: number) => drafts.nodes[drafts.firstNode[piece] as number] as number
  const lastOf = (piece: number) => drafts.nodes[(drafts.firstNode[piece + 1] as number) - 1] as number
  /** The two pieces at a node, counted from 1; a third makes it a junction. */
  const one = new Uint32Array(nodeCount)
  const two = new Uint32Array(nodeCount)
  const isJunction = new Uint8Array(nodeCount)
  for (let piece = 0; piece < count; piece++) {
    for (const node of [firstOf(piece), lastOf(piece)]) {
      if (one[node] === 0) one[node] = piece + 1
      else if (two[node] === 0 && one[node] !== piece + 1) two[node] = piece + 1
      else isJunction[node] = 1
    }
  }
  const partnerAt = (node: number, piece: number): number => {
    if (isJunction[node] === 1 || two[node] === 0) return -1
    const other = (one[node] === piece + 1 ? (two[node] as number) : (one[node] as number)) - 1
    const isAlike =
      drafts.street[piece] === drafts.street[other] &&
      drafts.speedKmh[piece] === drafts.speedKmh[other] &&
      drafts.limitKmh[piece] === drafts.limitKmh[other]
    if (!isAlike) return -1
    const goesOn = (lastOf(piece) === node) === (firstOf(other) === node)
    const [forward, backward] = goesOn
      ? [drafts.canForward[other], drafts.canBackward[other]]
      : [drafts.canBackward[other], drafts.canForward[other]]
    return drafts.canForward[piece] === forward && drafts.canBackward[piece] === backward ? other : -1
  }

  const joined = noDrafts()
  const isDone = new Uint8Array(count)
  for (let piece = 0; piece < count; piece++) {
    if (isDone[piece] === 1) continue
    // Back to the start of the chain, or once around a ring without junctions.
    let start = piece
    let node = firstOf(piece)
    for (
      let other = partnerAt(node, start);
      other !== -1 && other !== piece;
      other = partnerAt(node, start)
    ) {
      node = firstOf(other) === node ? lastOf(other) : firstOf(other)
      start = other
    }
    const isAlong = firstOf(start) === node
    joined.canForward.push(Boolean(isAlong ? drafts.canForward[start] : drafts.canBackward[start]))
    joined.canBackward.push(Boolean(isAlong ? drafts.canBackward[start] : drafts.canForward[start]))
    joined.speedKmh.push(drafts.speedKmh[start] as number)
    joined.limitKmh.push(drafts.limitKmh[start] as number)
    joined.street.push(drafts.street[start] as number)
    joined.nodes.push(node)
    for (let next = start; next !== -1 && isDone[next] === 0; next = partnerAt(node, next)) {
      isDone[next] = 1
      const from = drafts.firstNode[next] as number
      const until = drafts.firstNode[next + 1] as number
      if (firstOf(next) === node)
        for (let at = from + 1; at < until; at++) joined.nodes.push(drafts.nodes[at] as number)
      else for (let at = until - 2; at >= from; at--) joined.nodes.push(drafts.nodes[at] as number)
      node = joined.nodes.at(-1) as number
    }
    joined.firstNode.push(joined.nodes.length)
  }
  return joined
}
