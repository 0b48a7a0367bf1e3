/** Messages that are being sent. Pure. */
import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import type { Message, MessageMethod, MessageRef } from '@rumbo/contract/communication.messages.contract'

/** What is written in the composer of a conversation. */
export interface Draft {
  text: string
  isNote: boolean
  isUrgent: boolean
  attachments: readonly MessageAttachment[]
  /** What it points at. */
  refs: readonly MessageRef[]
  templateId: string | null
  /** How it goes to its reader; null for the usual way of each. */
  method: MessageMethod | null
}
export const emptyDraft: Draft = {
  text: '',
  isNote: false,
  isUrgent: false,
  attachments: [],
  refs: [],
  templateId: null,
  method: null,
}
export const isEmpty = ({ text, attachments, refs }: Draft): boolean =>
  text.trim() === '' && attachments.length === 0 && refs.length === 0

/** An unsent message back in the composer, above what was begun there since; a note stays one, so that it is never sent. */
export const joinedDraft = (unsent: Draft, present: Draft): Draft =>
  isEmpty(present)
    ? unsent
    : {
        text: [unsent.text, present.text].filter((text) => text.trim() !== '').join('\n'),
        isNote: unsent.isNote || present.isNote,
        isUrgent: unsent.isUrgent || present.isUrgent,
        attachments: [unsent.attachments, present.attachments].flat(),
        refs: [unsent.refs, present.refs].flat(),
        templateId: null,
        method: unsent.method ?? present.method,
      }

export interface Outgoing {
  /** Stays the same when it is sent again, so that it arrives once. */
  id: string
  threadId: string
  draft: Draft
  /** The last message the author had seen. */
  afterSequence: number
  /** `movedOn`: colleagues wrote meanwhile, and nothing was sent. */
  state: 'sending' | 'failed' | 'movedOn' | 'sent'
  error: string | null
}

/** The body of the call. A note needs no warning of later messages: nobody gets it. */
export const bodyOf = ({ id, draft, afterSequence }: Outgoing) => ({
  id,
  text: draft.text.trim(),
  kind: draft.isNote ? ('note' as const) : ('text' as const),
  priority: draft.isUrgent && !draft.isNote ? ('urgent' as const) : ('normal' as const),
  attachmentIds: draft.attachments.map((one) => one.id),
  refs: [...draft.refs],
  templateId: draft.templateId ?? undefined,
  methods: draft.isNote || draft.method === null ? undefined : [draft.method],
  afterSequence: draft.isNote ? undefined : afterSequence,
})

/** Those that are not in the conversation yet. */
export const notArrived = (
  outgoing: readonly Outgoing[],
  threadId: string,
  messages: readonly Message[],
): readonly Outgoing[] => {
  const arrived = new Set(messages.map(({ id }) => id))
  return outgoing.filter((one) => one.threadId === threadId && !arrived.has(one.id))
}

/** The number of the last message that the refusal of a conversation that moved on holds. */
export function lastSequenceIn(current: unknown): number | null {
  const items = (current as { items?: Message[] } | null | undefined)?.items
  return items?.length ? Math.max(...items.map(({ sequence }) => sequence)) : null
}
