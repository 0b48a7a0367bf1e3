import { minuteMs } from '@rumbo/contract/time-units'
import { distanceMetres } from '@rumbo/geo'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  findPositions,
  lockTurned,
  type PositionRow,
  writeTurned,
} from './communication.emergency.follow.repository.ts'
import { insertEntry } from './communication.emergency.repository.ts'

/** The name of Rumbo itself, as author. */
export const system = 'Rumbo'
/** Places are noted at most this often. */
const positionEveryMs = 2 * minuteMs
/** A vehicle that moved less than this stands where it was. */
const notableMetres = 100
/** Conversations in one transaction. */
const atOnce = 100

const hasMoved = ({ lastLatitude, lastLongitude, ...place }: PositionRow): boolean =>
  lastLatitude === null ||
  lastLongitude === null ||
  distanceMetres(place, { latitude: lastLatitude, longitude: lastLongitude }) >= notableMetres

/**
 * Notes in the log of open emergencies where their vehicles are: the first place, then each notable move, at most one in two
 * minutes.
 * @param threadId of one conversation alone; null for all
 */
export async function notePositions(tx: Transaction, threadId: string | null): Promise<void> {
  const before = new Date(tx.now.getTime() - positionEveryMs)
  for (const row of (await findPositions(tx, { before, threadId })).filter(hasMoved)) {
    const { id, companyId, fleetId, eventId, latitude, longitude, fixAt } = row
    await insertEntry(tx, {
      // Two processes that see the same position note it once.
      id: uuidOf(`position ${fixAt.toISOString()}`, id),
      threadId: id,
      eventId,
      kind: 'position',
      byId: null,
      by: system,
      detail: '',
      place: { latitude, longitude, at: fixAt.toISOString() },
    })
    tx.stale({ domain: 'communication', id, companyId, fleetId })
  }
}

/**
 * Unpins conversations whose emergency was closed, and pins those whose emergency is open again; the log says who.
 * @returns whether there may be more
 */
export async function followClosing(tx: Transaction): Promise<boolean> {
  const turned = await lockTurned(tx, atOnce)
  for (const { id, companyId, fleetId, eventId, isClosed, isPinned, by } of turned) {
    await writeTurned(tx, id, isClosed)
    if (isPinned === isClosed)
      await insertEntry(tx, {
        id: uuid(),
        threadId: id,
        eventId,
        kind: isClosed ? 'unpinned' : 'pinned',
        byId: null,
        by: by ?? system,
        detail: '',
      })
    tx.stale({ domain: 'communication', id, companyId, fleetId })
  }
  return turned.length === atOnce
}
