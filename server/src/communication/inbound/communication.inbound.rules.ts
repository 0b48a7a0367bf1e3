import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { messageLength } from '@rumbo/contract/communication.messages.contract'

/** A reply as read. */
export interface Reply {
  /** Of the stored reply, and of its message; also the owner of its stored files. */
  id: string
  channel: 'email' | 'sms'
  from: string
  subject: string
  text: string
  files: readonly MessageAttachment[]
  receivedAt: Date
  writtenAt: Date
}

/** At most as long as a message may be. */
export const shortened = (text: string): string =>
  text.length <= messageLength ? text : `${text.slice(0, messageLength - 1)}…`
