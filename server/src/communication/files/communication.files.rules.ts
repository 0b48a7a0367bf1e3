import { attachmentBytes, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'

/** Bytes of all files of a mail: encoded, about 14 MB, which mail servers commonly take. */
const mailFilesBytes = attachmentBytes
/** Days for which files are downloaded by a link. */
export const fileLinkDays = 7
/** Downloads by one link, of all its files together; more come from a link that was published. */
export const downloadsOfLink = 200

/** Which files a mail carries: in their order, as many as have room. The others are linked. */
export function splitForMail(files: readonly MessageAttachment[]): {
  attached: MessageAttachment[]
  linked: MessageAttachment[]
} {
  const attached: MessageAttachment[] = []
  const linked: MessageAttachment[] = []
  let room = mailFilesBytes
  for (const file of files) {
    if (file.bytes > room) {
      linked.push(file)
      continue
    }
    room -= file.bytes
    attached.push(file)
  }
  return { attached, linked }
}
