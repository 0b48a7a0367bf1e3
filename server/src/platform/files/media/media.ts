import { type AttachmentType, audioSeconds } from '@rumbo/contract/communication.attachments.contract'
import { problem } from '../../problem.ts'
import { secondsOfMp3 } from './audio-mp3.ts'
import { secondsOfMp4 } from './audio-mp4.ts'
import { secondsOfOgg } from './audio-ogg.ts'
import { secondsOfWav } from './audio-wav.ts'
import { secondsOfWebm } from './audio-webm.ts'
import type { Picture } from './picture.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

export interface Media {
  contentType: AttachmentType
  /** What is stored: of pictures without EXIF, XMP, comments and previews. */
  content: Buffer
  /** Of audio. */
  seconds: number | null
  /** Of pictures, in pixels. */
  width: number | null
  height: number | null
}

const pictures: readonly [AttachmentType, (bytes: Buffer) => Picture | null][] = [
  ['image/jpeg', stripJpeg],
  ['image/png', stripPng],
  ['image/webp', stripWebp],
]
const recordings: readonly [AttachmentType, (bytes: Buffer) => number | null][] = [
  ['audio/webm', secondsOfWebm],
  ['audio/ogg', secondsOfOgg],
  ['audio/mp4', secondsOfMp4],
  ['audio/wav', secondsOfWav],
  ['audio/mpeg', secondsOfMp3],
]
/** How far behind the end marker of a PDF programs write. */
const pdfTail = 1024
const isPdf = (bytes: Buffer) =>
  /^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) && bytes.subarray(-pdfTail).includes('%%EOF')

/**
 * What a file is by its bytes, whatever its name or sender says.
 * @throws Problem `attachment_type` for anything but a whole JPEG, PNG, WebP, PDF or recording of sound,
 * `attachment_too_long`
 */
export function readMedia(bytes: Buffer): Media {
  for (const [contentType, strip] of pictures) {
    const picture = strip(bytes)
    if (picture && picture.width > 0 && picture.height > 0) return { contentType, seconds: null, ...picture }
  }
  for (const [contentType, secondsOf] of recordings) {
    const seconds = secondsOf(bytes)
    if (seconds === null) continue
    if (seconds > audioSeconds) throw problem('attachment_too_long')
    return { contentType, content: bytes, seconds, width: null, height: null }
  }
  if (!isPdf(bytes)) throw problem('attachment_type')
  return { contentType: 'application/pdf', content: bytes, seconds: null, width: null, height: null }
}
