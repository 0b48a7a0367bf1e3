import type { DeviceProtocol, UnreadFrame } from '@rumbo/contract/telemetry.device-report.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A frame that was kept because it could not be read. */
export interface KeptFrame {
  id: string
  receivedAt: Date
  deviceIdentifier: string
  protocol: DeviceProtocol
  frame: UnreadFrame
}

interface FrameRow {
  id: string
  received_at: Date
  device_identifier: string
  protocol: DeviceProtocol
  frame: Buffer
  frame_context: Omit<UnreadFrame, 'bytes'>
}

/** The oldest kept frames behind `after`, at most `limit`. */
export async function findKeptFrames(
  tx: Transaction,
  after: Pick<KeptFrame, 'receivedAt' | 'id'> | null,
  limit: number,
): Promise<KeptFrame[]> {
  const rows = await tx.sql<FrameRow>(
    `select id, received_at, device_identifier, protocol, frame, frame_context from telemetry.rejected_reports
     where frame is not null and ($1::timestamptz is null or (received_at, id) > ($1::timestamptz, $2::uuid))
     order by received_at, id limit $3`,
    [after?.receivedAt ?? null, after?.id ?? null, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    receivedAt: row.received_at,
    deviceIdentifier: row.device_identifier,
    protocol: row.protocol,
    frame: { ...row.frame_context, bytes: row.frame },
  }))
}

export async function removeKeptFrames(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.sql('delete from telemetry.rejected_reports where id = any($1::uuid[])', [ids])
}
