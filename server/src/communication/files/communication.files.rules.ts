import { attachmentBytes, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'

/** Bytes of all files of a mail, where others can be linked: five such mails at a time must not take long to hand over. */
const mailFilesBytes = 3 * 1024 * 1024
/** Without links: encoded, about 14 MB, which mail servers commonly take. */
const mailFilesBytesAlone = attachmentBytes
/** Days for which files are downloaded by a link. */
export const fileLinkDays = 7
/** Downloads by one link, of all its files together; more come from a link that was published. */
export const downloadsOfLink = 200

/** Which files a mail carries: in their order, as many as have room. The others are linked. */
export function splitForMail(
  files: readonly MessageAttachment[],
  { hasLinks }: { hasLinks: boolean },
): {
  attached: MessageAttachment[]
  linked: MessageAttachment[]
} {
  const attached: MessageAttachment[] = []
  const linked: MessageAttachment[] = []
  let room = hasLinks ? mailFilesBytes : mailFilesBytesAlone
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
