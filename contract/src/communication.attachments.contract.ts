import * as z from 'zod'
import { id } from './lists.ts'

/** Below `/v1`: `POST` with the bytes and `?name=` stores one (201, `messageAttachment`); `GET /:id` downloads it. */
export const attachmentsPath = '/attachments'
/** Bytes of an attachment. */
export const attachmentBytes = 10 * 1024 * 1024
/** Seconds of a recording. */
export const audioSeconds = 120
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
const audioTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/wav'] as const
export const attachmentTypes = [...pictureTypes, 'application/pdf', ...audioTypes] as const
export type AttachmentType = (typeof attachmentTypes)[number]

export const messageAttachment = z.object({
  id,
  name: z.string(),
  contentType: z.enum(attachmentTypes),
  bytes: z.number().int(),
  /** Of audio; null where the file does not say it. */
  seconds: z.number().nullable(),
  /** Of pictures, in pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
})
export type MessageAttachment = z.infer<typeof messageAttachment>
