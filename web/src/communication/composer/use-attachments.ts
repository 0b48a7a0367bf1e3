import {
  attachmentBytes,
  attachmentsPath,
  attachmentTypes,
  type MessageAttachment,
} from '@rumbo/contract/communication.attachments.contract'
import { attachmentsOfMessage } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'

/** For the file dialog of the browser; the server decides by the bytes. */
export const acceptedTypes = attachmentTypes.join(',')
const megabytes = attachmentBytes / 1024 / 1024

/** Uploads files one by one; says in words why one was refused. */
export function useAttachments(
  attached: number,
  onStored: (attachment: MessageAttachment) => void,
): { isUploading: boolean; error: string | null; add: (file: File) => void; forget: () => void } {
  const { t } = useText()
  const { transfer } = useClient()
  const message = useErrorMessage()
  const [uploads, setUploads] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const add = async (file: File) => {
    setError(null)
    if (attached + uploads >= attachmentsOfMessage)
      return setError(t('communication.attach.tooMany', { count: attachmentsOfMessage }))
    if (file.size > attachmentBytes)
      return setError(t('communication.attach.tooLarge', { name: file.name, megabytes }))
    setUploads((now) => now + 1)
    try {
      const path = `${attachmentsPath}?name=${encodeURIComponent(file.name)}`
      const answer = await transfer(path, { method: 'POST', body: file })
      onStored(JSON.parse(await answer.text()) as MessageAttachment)
    } catch (failure) {
      setError(`${file.name}: ${message(failure, t('communication.error.upload'))}`)
    } finally {
      setUploads((now) => now - 1)
    }
  }
  return {
    isUploading: uploads > 0,
    error,
    add: (file) => void add(file),
    forget: () => setError(null),
  }
}
