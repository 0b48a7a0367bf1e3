import { setImmediate as otherWork } from 'node:timers/promises'
import { mostTimedPlaces } from '@rumbo/contract/planning.contract'
import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { knownIndexes, noWay } from '@rumbo/planning/travel'
import type { Roads } from '../../places/index.ts'
import { Problem } from '../../platform/problem.ts'
import { slicesOf } from '../../platform/slices.ts'
import type { StoredTravel } from './planning.travel.repository.ts'

/** Sources and targets of one question to the road engine among all places, which services that are configured allow. */
const blockPlaces = 50
const blocksAtOnce = 4
/** Among more than `mostTimedPlaces`, as many of the nearest places are asked of the road engine for each. */
const nearest = 60
/** Starts and depots, of which everything is asked then. */
const mostHubs = 100
/** The process does something else at least this often, in milliseconds. */
const yieldEveryMs = 5
/** The formula, where no road was asked to compare it with. */
const unscaled = { seconds: 1, metres: 1 }

export type ComputedTravel = Omit<StoredTravel, 'computedAt'>

export interface TravelQuestion {
  /** Without two that are the same. */
  places: readonly Coordinates[]
  /** Indexes of places that routes start or end at. */
  hubs: readonly number[]
  known: ComputedTravel | null
}

interface ComputeDeps {
  roads: Pick<Roads, 'table' | 'route'>
  signal: AbortSignal
  /** Called with the share that is done, from 0 to 1. */
  onShare?: (share: number) => void
}

/** What is asked of the road engine at a time: indexes of places. */
interface Block {
  sources: readonly number[]
  targets: readonly number[]
}

/**
 * Travel between places: what is known stays, what is missing is asked of the road engine in blocks. Of more than
 * `mostTimedPlaces` places only the nearest ones and the hubs are asked for, and the rest is the formula times the median
 * of what roads took against it. Places that the engine says no road leads to have no way.
 * @throws Error where the road engine was given up on, or the signal was aborted
 */
export async function computeTravel(
  { places, hubs, known }: TravelQuestion,
  { roads, signal, onShare = () => undefined }: ComputeDeps,
): Promise<ComputedTravel> {
  const matrix = createMatrix(places)
  const { isNew, cutOff } = await copyKnown(matrix, places, known)
  const isSparse = places.length > mostTimedPlaces
  const blocks = isSparse ? await nearBlocks(places, { hubs, isNew }) : denseBlocks(isNew)
  const engines = new Set(known?.engine?.split(', ') ?? [])
  /** Places with at least one way by road. */
  const connected = new Uint8Array(places.length)
  let done = 0
  for (const group of slicesOf(blocks, blocksAtOnce)) {
    signal.throwIfAborted()
    await Promise.all(
      group.map(async ({ sources, targets }) => {
        const pick = (index: number) => places[index] as Coordinates
        const table = await roads.table(sources.map(pick), targets.map(pick), { signal })
        if (table.engine !== 'formula') engines.add(table.engine)
        matrix.fill({ sources, targets }, table, connected)
      }),
    )
    done += group.length
    onShare(done / blocks.length)
    await otherWork()
  }
  const isScaled = isSparse && (await matrix.fillRest(signal))
  const unreachable = await findUnreachable(places, { isNew, connected, roads, signal })
  for (const place of [...cutOff, ...unreachable]) matrix.cutOff(place)
  if (engines.size === 0 || isScaled || matrix.isEstimate()) engines.add('formula')
  return {
    coordinates: places.flatMap(({ latitude, longitude }) => [latitude, longitude]),
    ...matrix.bytes(),
    engine: [...engines].sort().join(', '),
    isEstimate: isScaled || matrix.isEstimate() || (known?.isEstimate ?? false),
  }
}

/** The matrices of so many places as they are stored, filled cell by cell. */
function createMatrix(places: readonly Coordinates[]) {
  const { length } = places
  const seconds = Buffer.alloc(length * length * 2)
  const metres = Buffer.alloc(length * length * 4)
  const isFilled = new Uint8Array(length * length)
  for (let place = 0; place < length; place++) isFilled[place * length + place] = 1
  /** Cells that rest on the formula. */
  const guessed = new Set<number>()
  /** Ratios of roads to the formula. */
  const ratios = { seconds: [] as number[], metres: [] as number[] }
  const put = (cell: number, secondsOf: number, metresOf: number) => {
    isFilled[cell] = 1
    seconds.writeUInt16LE(Math.min(noWay - 1, Math.round(secondsOf)), cell * 2)
    metres.writeUInt32LE(Math.round(metresOf), cell * 4)
  }
  return {
    put,
    /** Copies a cell of other matrices as it is. */
    copy(cell: number, from: ComputedTravel, at: number) {
      isFilled[cell] = 1
      from.seconds.copy(seconds, cell * 2, at * 2, at * 2 + 2)
      from.metres.copy(metres, cell * 4, at * 4, at * 4 + 4)
    },
    fill({ sources, targets }: Block, table: Awaited<ReturnType<Roads['table']>>, connected: Uint8Array) {
      sources.forEach((source, row) => {
        targets.forEach((target, column) => {
          if (source === target) return
          const at = row * targets.length + column
          const [took, driven] = [table.seconds[at] as number, table.metres[at] as number]
          if (table.isEstimated[at]) guessed.add(source * length + target)
          else {
            connected[source] = 1
            connected[target] = 1
            if (length > mostTimedPlaces && (row + column) % 16 === 0) noteRatio(source, target, took, driven)
          }
          put(source * length + target, took, driven)
        })
      })
    },
    /** Fills what was not asked. @returns whether there was any */
    async fillRest(signal: AbortSignal): Promise<boolean> {
      const scale =
        ratios.seconds.length === 0
          ? unscaled
          : { seconds: medianOf(ratios.seconds), metres: medianOf(ratios.metres) }
      let hasAny = false
      let yieldedAt = performance.now()
      for (let from = 0; from < length; from++) {
        for (let to = 0; to < length; to++) {
          const cell = from * length + to
          if (isFilled[cell] === 1) continue
          hasAny = true
          const back = to * length + from
          // The way back is nearer to the truth than the formula.
          if (isFilled[back] === 1 && seconds.readUInt16LE(back * 2) !== noWay)
            put(cell, seconds.readUInt16LE(back * 2), metres.readUInt32LE(back * 4))
          else {
            const leg = estimateLeg(places[from] as Coordinates, places[to] as Coordinates)
            put(cell, leg.durationSeconds * scale.seconds, leg.distanceMetres * scale.metres)
          }
        }
        if (performance.now() - yieldedAt > yieldEveryMs) {
          await otherWork()
          signal.throwIfAborted()
          yieldedAt = performance.now()
        }
      }
      return hasAny
    },
    cutOff(place: number) {
      for (let other = 0; other < length; other++) {
        if (other === place) continue
        for (const cell of [place * length + other, other * length + place]) {
          guessed.delete(cell)
          seconds.writeUInt16LE(noWay, cell * 2)
          metres.writeUInt32LE(0, cell * 4)
        }
      }
    },
    isEstimate: () => guessed.size > 0,
    bytes: () => ({ seconds, metres }),
  }

  function noteRatio(source: number, target: number, took: number, driven: number) {
    const leg = estimateLeg(places[source] as Coordinates, places[target] as Coordinates)
    if (leg.durationSeconds < 1 || leg.distanceMetres < 1) return
    ratios.seconds.push(took / leg.durationSeconds)
    ratios.metres.push(driven / leg.distanceMetres)
  }
}

function medianOf(values: number[]): number {
  values.sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] as number
}

/** Copies what is known. @returns of each place whether it is new, and those that no road leads to */
async function copyKnown(
  matrix: ReturnType<typeof createMatrix>,
  places: readonly Coordinates[],
  known: ComputedTravel | null,
): Promise<{ isNew: Uint8Array; cutOff: number[] }> {
  const indexes = knownIndexes(places, known?.coordinates ?? [])
  const cutOff: number[] = []
  const count = (known?.coordinates.length ?? 0) / 2
  let yieldedAt = performance.now()
  for (let from = 0; known && from < places.length; from++) {
    const row = (indexes[from] as number) * count
    if (row < 0) continue
    for (let to = 0; to < places.length; to++)
      if ((indexes[to] as number) >= 0)
        matrix.copy(from * places.length + to, known, row + (indexes[to] as number))
    const isWay = (other: number) => known.seconds.readUInt16LE((row + other) * 2) !== noWay
    const hasWay = places.some(
      (_, to) => to !== from && (indexes[to] as number) >= 0 && isWay(indexes[to] as number),
    )
    if (count > 1 && !hasWay) cutOff.push(from)
    if (performance.now() - yieldedAt > yieldEveryMs) {
      await otherWork()
      yieldedAt = performance.now()
    }
  }
  return { isNew: Uint8Array.from(indexes, (index) => (index < 0 ? 1 : 0)), cutOff }
}

/** Everything that is missing: new places to all, and the others to new ones. */
function denseBlocks(isNew: Uint8Array): Block[] {
  const all = Array.from(isNew, (_, place) => place)
  const fresh = all.filter((place) => isNew[place] === 1)
  const old = all.filter((place) => isNew[place] === 0)
  const blocksOf = (sources: readonly number[], targets: readonly number[]): Block[] =>
    // The same targets after another: the engine remembers what it found around them.
    slicesOf(targets, blockPlaces).flatMap((some) =>
      slicesOf(sources, blockPlaces).map((others) => ({ sources: others, targets: some })),
    )
  return [...blocksOf(all, fresh), ...blocksOf(fresh, old)]
}

/** From each new place to its nearest ones, and between all places and the hubs. */
async function nearBlocks(
  places: readonly Coordinates[],
  { hubs, isNew }: { hubs: readonly number[]; isNew: Uint8Array },
): Promise<Block[]> {
  const all = places.map((_, place) => place)
  const fresh = all.filter((place) => isNew[place] === 1)
  const chosen = [...new Set(hubs)].slice(0, mostHubs)
  const blocks = slicesOf(fresh, blockPlaces).flatMap((some) =>
    slicesOf(chosen, blockPlaces).flatMap((ends) => [
      { sources: some, targets: ends },
      { sources: ends, targets: some },
    ]),
  )
  const squares = new Float64Array(places.length)
  let yieldedAt = performance.now()
  for (const place of fresh) {
    const { latitude, longitude } = places[place] as Coordinates
    const narrowing = Math.cos((latitude * Math.PI) / 180)
    places.forEach((other, at) => {
      squares[at] = (other.latitude - latitude) ** 2 + ((other.longitude - longitude) * narrowing) ** 2
    })
    const limit = squares.slice().sort()[Math.min(nearest, places.length - 1)] as number
    const targets = all.filter((at) => at !== place && (squares[at] as number) <= limit).slice(0, nearest)
    blocks.push({ sources: [place], targets })
    if (performance.now() - yieldedAt > yieldEveryMs) {
      await otherWork()
      yieldedAt = performance.now()
    }
  }
  return blocks
}

/** Of new places without any way by road, those to which the engine says that there is none. */
async function findUnreachable(
  places: readonly Coordinates[],
  {
    isNew,
    connected,
    roads,
    signal,
  }: { isNew: Uint8Array; connected: Uint8Array } & Pick<ComputeDeps, 'roads' | 'signal'>,
): Promise<number[]> {
  const anchor = connected.indexOf(1)
  if (anchor < 0) return []
  const suspects = Array.from(isNew, (_, place) => place).filter(
    (place) => isNew[place] === 1 && connected[place] === 0,
  )
  const found: number[] = []
  for (const place of suspects) {
    try {
      await roads.route([places[anchor] as Coordinates, places[place] as Coordinates], { signal })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'route_not_found')) throw error
      found.push(place)
    }
  }
  return found
}
