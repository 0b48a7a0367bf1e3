import { sendMessage } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { newUuid } from '../../app/data/http.ts'
import { knownCode, ProblemError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { bodyOf, type Draft, lastSequenceIn, type Outgoing } from './outgoing.rules.ts'

/** Sends messages while the screen is open; one that failed keeps its text and can be sent again with the same id. */
export function useOutgoing() {
  const { t } = useText()
  const { call, evict } = useData()
  const message = useErrorMessage()
  const toasts = useToasts()
  const [items, setItems] = useState<readonly Outgoing[]>([])
  const change = (id: string, some: Partial<Outgoing>) =>
    setItems((all) => all.map((one) => (one.id === id ? { ...one, ...some } : one)))

  const deliver = async (one: Outgoing) => {
    try {
      await call(sendMessage, { params: { id: one.threadId }, body: bodyOf(one) })
      change(one.id, { state: 'sent', error: null })
    } catch (error) {
      // Its conversation may no longer be on screen.
      toasts.show({ type: 'error', message: message(error, t('communication.error.send')) })
      const isBehind = knownCode(error) === 'thread_moved_on'
      const current = error instanceof ProblemError ? error.problem?.current : null
      change(one.id, {
        state: isBehind ? 'movedOn' : 'failed',
        error: message(error, t('communication.error.send')),
        // Sending it again means that the author has seen these.
        afterSequence: (isBehind ? lastSequenceIn(current) : null) ?? one.afterSequence,
      })
    }
    evict(['communication'])
  }
  return {
    items,
    hasUnsent: items.some(({ state }) => state !== 'sent'),
    send: (threadId: string, draft: Draft, afterSequence: number) => {
      const one: Outgoing = {
        id: newUuid(),
        threadId,
        draft,
        afterSequence,
        state: 'sending',
        error: null,
      }
      setItems((all) => [...all.filter(({ state }) => state !== 'sent'), one])
      void deliver(one)
    },
    retry: (one: Outgoing) => {
      change(one.id, { state: 'sending', error: null })
      void deliver(one)
    },
    discard: ({ id }: Outgoing) => setItems((all) => all.filter((one) => one.id !== id)),
  }
}
export type OutgoingMessages = ReturnType<typeof useOutgoing>
