import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import type { RequestType } from '@rumbo/contract/communication.messages.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import { useText } from '../../ui/i18n.tsx'

interface Shown {
  text: string
  attachments: readonly Pick<MessageAttachment, 'contentType'>[]
  request?: { type: RequestType } | null
}

/** Words for conversations and messages on the driver page. */
export function useMessageWords() {
  const { t } = useText()
  return {
    /** A driver's own conversation bears the driver's name for the staff; for the driver it is dispatch. */
    title: (thread: DriverThread | null): string => {
      if (thread === null || thread.kind === 'driver') return t('driver.messages.dispatch')
      return thread.kind === 'emergency' ? t('driver.messages.emergency') : thread.title
    },
    /** A message in one line. */
    line: ({ text, attachments, request }: Shown): string => {
      if (request) return t(`driver.ask.${request.type}`)
      if (text !== '') return text
      const [type = ''] = attachments[0]?.contentType.split('/') ?? []
      if (type === 'image') return t('driver.messages.photo')
      return t(type === 'audio' ? 'driver.messages.recording' : 'driver.messages.file')
    },
  }
}
