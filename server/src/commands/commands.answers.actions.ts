import type { Transaction } from '../platform/database/transaction.ts'
import type { ReceivedAnswer } from '../telemetry/index.ts'
import {
  type AnswerNote,
  findKnownAnswers,
  lockUnanswered,
  noteAnswers,
  type Unanswered,
} from './commands.answers.repository.ts'
import type { DevicePasswords } from './commands.passwords.ts'
import { unansweredBefore } from './commands.repository.ts'
import { mask } from './commands.rules.ts'
import { emitStatusChange } from './commands.status.ts'

const longestText = 1_000
/** Limit of answers per device and batch, more than any device has commands waiting. Further ones are ignored. */
const maxAnswersOfDevice = 20

/** The first answers of each device. */
function limited(answers: readonly ReceivedAnswer[]): ReceivedAnswer[] {
  const counts = new Map<string, number>()
  return answers.filter(({ deviceIdentifier }) => {
    const count = (counts.get(deviceIdentifier) ?? 0) + 1
    counts.set(deviceIdentifier, count)
    return count <= maxAnswersOfDevice
  })
}

// PostgreSQL does not accept NUL in a text.
const textOf = ({ answer }: ReceivedAnswer) => answer.text.replaceAll('\u0000', '')

/** Answers that are not recorded yet, because a batch may be committed again. */
async function withoutRecorded(
  tx: Transaction,
  answers: readonly ReceivedAnswer[],
): Promise<ReceivedAnswer[]> {
  const wordOf = (device: string, at: Date, key: string) => `${device}\n${at.getTime()}\n${key}`
  const known = new Map<string, string[]>()
  for (const { device_identifier, answered_at, answer_key, response_payload } of await findKnownAnswers(
    tx,
    answers.map(({ deviceIdentifier, receivedAt, answer: { key } }) => ({
      deviceIdentifier,
      receivedAt,
      key,
    })),
  )) {
    const word = wordOf(device_identifier, answered_at, answer_key)
    known.set(word, [...(known.get(word) ?? []), response_payload ?? ''])
  }
  return answers.filter((received) => {
    const { deviceIdentifier, receivedAt, answer } = received
    const text = textOf(received).slice(0, longestText)
    const texts = known.get(wordOf(deviceIdentifier, receivedAt, answer.key)) ?? []
    // A masked answer is identified by its time and key instead of its text.
    return !texts.some((one) => one === text || one.includes(mask))
  })
}

/** Whether a command may wait for this answer. */
const isAnsweredBy = (command: Unanswered, { answer, receivedAt }: ReceivedAnswer): boolean =>
  command.sendingAt >= unansweredBefore(receivedAt) &&
  (command.connection === null || command.connection === (answer.connection ?? null))

/**
 * Records devices' answers with the commands they answer, in the transaction of their batch, always with three
 * statements. Idempotent. Answers that match no waiting command are ignored.
 */
export async function commitAnswers(
  tx: Transaction,
  received: readonly ReceivedAnswer[],
  passwords: DevicePasswords,
): Promise<void> {
  const answers = await withoutRecorded(tx, limited(received))
  if (answers.length === 0) return
  const oldest = Math.min(...answers.map(({ receivedAt }) => receivedAt.getTime()))
  // Locks all commands before changing any, because a change locks the totals, which must not be held while waiting.
  const waiting = await lockUnanswered(
    tx,
    answers.map(({ deviceIdentifier, answer: { key } }) => ({ deviceIdentifier, key })),
    unansweredBefore(new Date(oldest)),
    passwords,
  )
  const wordOf = (device: string, key: string) => `${device}\n${key}`
  const byKey = new Map<string, Unanswered[]>()
  for (const command of waiting.toSorted((a, b) => a.sendingAt.getTime() - b.sendingAt.getTime())) {
    const word = wordOf(command.deviceIdentifier, command.key)
    byKey.set(word, [...(byKey.get(word) ?? []), command])
  }
  const notes: AnswerNote[] = []
  for (const one of answers) {
    const commands = byKey.get(wordOf(one.deviceIdentifier, one.answer.key)) ?? []
    const at = commands.findIndex((command) => isAnsweredBy(command, one))
    const [command] = at < 0 ? [] : commands.splice(at, 1)
    if (command) notes.push(recordAnswer(tx, command, one))
  }
  await noteAnswers(tx, notes)
}

function recordAnswer(tx: Transaction, command: Unanswered, received: ReceivedAnswer): AnswerNote {
  const { answer, receivedAt, isTrusted } = received
  const note = { id: command.id, receivedAt, text: command.masked(textOf(received)).slice(0, longestText) }
  // Anyone who knows an identifier can connect with it, so only a trusted connection confirms a stopped engine.
  if (command.type === 'stop_engine' && !isTrusted) {
    emitStatusChange(tx, command)
    return { ...note, end: null }
  }
  if (answer.isRefused) {
    emitStatusChange(tx, command)
    return { ...note, end: 'failed' }
  }
  emitStatusChange(tx, command)
  return { ...note, end: 'delivered' }
}
