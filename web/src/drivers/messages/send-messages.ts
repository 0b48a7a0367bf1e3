import { attachmentsPath } from '@rumbo/contract/communication.attachments.contract'
import { type DriverMessageAction, driverMessageActionLimit } from '@rumbo/contract/drivers.threads.contract'
import { ProblemError } from '../../app/data/problems.ts'
import type { KeptStore } from '../proofs/proof-store.ts'
import type { MessageAction, WaitingFile } from './driver-messages.rules.ts'

/** A picture or recording on the phone; `attachmentId` once the server has it. */
export interface KeptFile extends WaitingFile {
  content: Blob
  attachmentId?: string
}

/** Answers that a later attempt does not change. */
const refused = [400, 403, 404, 409, 413, 415, 422]
export const isRefused = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && refused.includes(error.status)

const filesOf = (action: MessageAction): readonly WaitingFile[] =>
  action.kind === 'send' ? action.files : []

/** Sends a file, or finds that it was sent before. @throws the refusal; any other error without a connection */
async function attachmentOf(
  store: KeptStore<KeptFile>,
  { id, name }: WaitingFile,
  upload: (path: string, body: Blob) => Promise<Blob>,
): Promise<string> {
  const kept = await store.get(id)
  if (!kept) throw new ProblemError(404, 'The file is gone', null)
  if (kept.attachmentId !== undefined) return kept.attachmentId
  const answer = await upload(`${attachmentsPath}?name=${encodeURIComponent(name)}`, kept.content)
  const { id: attachmentId } = JSON.parse(await answer.text()) as { id: string }
  // Kept before the message is sent: the answer to the message may be lost.
  await store.put({ ...kept, attachmentId })
  return attachmentId
}

/**
 * Sends what was written, in order, files before the message they belong to. A message whose file is refused is refused as a
 * whole; those after it are sent. Rejects without a connection.
 * @returns the problem of each action, by its id; null: done
 */
export async function sendMessages(
  store: KeptStore<KeptFile>,
  actions: readonly MessageAction[],
  upload: (path: string, body: Blob) => Promise<Blob>,
  send: (actions: DriverMessageAction[]) => Promise<{ items: { id: string; problem: string | null }[] }>,
): Promise<ReadonlyMap<string, string | null>> {
  const results = new Map<string, string | null>()
  const ready: DriverMessageAction[] = []
  for (const action of actions.slice(0, driverMessageActionLimit)) {
    if (action.kind !== 'send') {
      ready.push(action)
      continue
    }
    const { files, ...message } = action
    try {
      const attachmentIds: string[] = []
      for (const file of files) attachmentIds.push(await attachmentOf(store, file, upload))
      ready.push({ ...message, attachmentIds })
    } catch (error) {
      if (!isRefused(error)) throw error
      results.set(action.id, error.code ?? 'other')
    }
  }
  if (ready.length > 0) for (const { id, problem } of (await send(ready)).items) results.set(id, problem)
  const done = actions.filter(({ id }) => results.get(id) === null)
  await Promise.all(done.flatMap(filesOf).map(({ id }) => store.remove(id)))
  return results
}
