import type { DriverMessageAction, DriverThread } from '@rumbo/contract/drivers.threads.contract'

/** A file that waits on the phone with its message. */
export interface WaitingFile {
  id: string
  name: string
  contentType: string
}
type Written<Action> = Action extends { kind: 'send' }
  ? Omit<Action, 'attachmentIds'> & { files: WaitingFile[] }
  : Action
/** What a driver did in conversations, as the phone keeps it: files have no id of the server yet. */
export type MessageAction = Written<DriverMessageAction>
export type NewMessageAction = MessageAction extends infer Action
  ? Action extends MessageAction
    ? Omit<Action, 'id' | 'at'>
    : never
  : never
/** Something written that is shown in a conversation before the server has it. */
export type WaitingMessage = Exclude<MessageAction, { kind: 'read' }>

export const isWritten = (action: MessageAction): action is WaitingMessage => action.kind !== 'read'

/** The conversation with the dispatchers, which new messages and requests go to; undefined before the first one. */
export const dispatchThread = (threads: readonly DriverThread[]): DriverThread | undefined =>
  threads.find(({ kind }) => kind === 'driver')

/** Whether something written belongs to a conversation; `null`: the one with dispatch that the server will open. */
export function belongsTo(action: WaitingMessage, thread: DriverThread | null): boolean {
  const threadId = action.kind === 'send' ? action.threadId : null
  if (threadId === null) return thread === null || thread.kind === 'driver'
  return threadId === thread?.id
}

/** Under which name a draft is kept: the conversation with dispatch has it before it exists. */
export const draftKeyOf = (thread: DriverThread | null): string =>
  thread === null || thread.kind === 'driver' ? 'dispatch' : thread.id

function afterRead(thread: DriverThread, sequence: number): DriverThread {
  if (sequence <= thread.readSequence) return thread
  const isLater = (id: string) => {
    const message = thread.messages.find((one) => one.id === id)
    return message !== undefined && message.sequence > sequence
  }
  return {
    ...thread,
    readSequence: sequence,
    unread: thread.messages.filter((message) => !message.isOwn && message.sequence > sequence).length,
    urgent: thread.urgent.filter(isLater),
  }
}

/** The conversations after what the phone has read, which the server may not know yet. */
export const afterReading = (
  threads: readonly DriverThread[],
  actions: readonly MessageAction[],
): DriverThread[] =>
  threads.map((thread) =>
    actions.reduce(
      (before, action) =>
        action.kind === 'read' && action.threadId === thread.id ? afterRead(before, action.sequence) : before,
      thread,
    ),
  )

/** Up to which message a conversation on screen is read; null while nothing is new, or something urgent is unconfirmed. */
export const readableSequence = ({ urgent, unread, lastSequence }: DriverThread): number | null =>
  unread > 0 && urgent.length === 0 ? lastSequence : null

/** The first urgent message to confirm, and the number that confirms it. */
export function firstUrgent(threads: readonly DriverThread[]) {
  for (const thread of threads) {
    if (thread.urgent.length === 0) continue
    const message = thread.messages.find(({ id }) => thread.urgent.includes(id)) ?? null
    return { thread, message, sequence: message?.sequence ?? thread.lastSequence }
  }
  return null
}
