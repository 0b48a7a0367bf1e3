import type { AttachmentType } from '@rumbo/contract/communication.attachments.contract'

/** How files of each type are named, the usual ending first. */
const endings: Readonly<Record<AttachmentType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'audio/webm': ['webm', 'weba'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/mp4': ['m4a', 'mp4', 'm4b'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/wav': ['wav', 'wave'],
}

/**
 * The name under which a file of this type is downloaded; one without an ending gets the usual one.
 * @returns null where the name says that it is something else
 */
export function nameFor(name: string, type: AttachmentType): string | null {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined) return `${name}.${endings[type][0]}`
  return endings[type].includes(ending) ? name : null
}
