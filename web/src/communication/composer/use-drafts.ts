import {
  attachmentBytes,
  attachmentsPath,
  attachmentTypes,
  type MessageAttachment,
} from '@rumbo/contract/communication.attachments.contract'
import { attachmentsOfMessage } from '@rumbo/contract/communication.messages.contract'
import { useEffect, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type Draft, emptyDraft, isEmpty } from '../messages/outgoing.rules.ts'

/** For the file dialog of the browser; the server decides by the bytes. */
export const acceptedTypes = attachmentTypes.join(',')
const megabytes = attachmentBytes / 1024 / 1024

interface Kept {
  draft: Draft
  /** Files that are being uploaded. */
  uploads: number
  /** Why the last file was refused, in words. */
  error: string | null
}
const nothing: Kept = { draft: emptyDraft, uploads: 0, error: null }

/** What is written in the composer of one conversation, and the files that are still on their way to it. */
export interface ComposerDraft {
  draft: Draft
  change: (next: (draft: Draft) => Draft) => void
  isUploading: boolean
  error: string | null
  /** Uploads a file; it ends in this draft also when another conversation is open by then. */
  attach: (file: File) => void
  forgetError: () => void
}

/**
 * The drafts of all conversations while the screen is open. `openId` is the conversation on screen: that a file for another
 * one was refused is said in a notice.
 */
export function useDrafts(openId: string): {
  hasAny: boolean
  of: (threadId: string) => ComposerDraft
} {
  const { t } = useText()
  const { transfer } = useClient()
  const message = useErrorMessage()
  const toasts = useToasts()
  const [all, setAll] = useState<Readonly<Record<string, Kept>>>({})
  const put = (threadId: string, next: (kept: Kept) => Partial<Kept>) =>
    setAll((now) => {
      const kept = now[threadId] ?? nothing
      return { ...now, [threadId]: { ...kept, ...next(kept) } }
    })
  const shown = useRef(openId)
  useEffect(() => {
    shown.current = openId
  }, [openId])
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])

  const upload = async (threadId: string, file: File) => {
    put(threadId, ({ uploads }) => ({ uploads: uploads + 1, error: null }))
    const signal = leaving.current?.signal
    try {
      const path = `${attachmentsPath}?name=${encodeURIComponent(file.name)}`
      const answer = await transfer(path, { method: 'POST', body: file, signal })
      const attachment = JSON.parse(await answer.text()) as MessageAttachment
      put(threadId, ({ draft }) => ({
        draft: { ...draft, attachments: [...draft.attachments, attachment] },
      }))
    } catch (failure) {
      if (signal?.aborted) return
      const error = `${file.name}: ${message(failure, t('communication.error.upload'))}`
      if (threadId !== shown.current) toasts.show({ type: 'error', message: error })
      put(threadId, () => ({ error }))
    } finally {
      put(threadId, ({ uploads }) => ({ uploads: uploads - 1 }))
    }
  }
  return {
    hasAny: Object.values(all).some(({ draft, uploads }) => uploads > 0 || !isEmpty(draft)),
    of: (threadId) => {
      const { draft, uploads, error } = all[threadId] ?? nothing
      return {
        draft,
        change: (next) => put(threadId, (kept) => ({ draft: next(kept.draft) })),
        isUploading: uploads > 0,
        error,
        attach: (file) => {
          const words =
            draft.attachments.length + uploads >= attachmentsOfMessage
              ? t('communication.attach.tooMany', { count: attachmentsOfMessage })
              : file.size > attachmentBytes
                ? t('communication.attach.tooLarge', { name: file.name, megabytes })
                : null
          if (words === null) void upload(threadId, file)
          else put(threadId, () => ({ error: words }))
        },
        forgetError: () => put(threadId, () => ({ error: null })),
      }
    },
  }
}
