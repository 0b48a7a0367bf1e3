import { listMessages, type Message } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { joined } from './messages.rules.ts'

interface Known {
  page: object | null
  items: readonly Message[]
  hasEarlier: boolean
}
const nothing: Known = { page: null, items: [], hasEarlier: false }

/** The messages of a conversation, oldest first: the last ones, renewed by hints, and earlier ones on demand. */
export function useMessages(threadId: string) {
  const { read } = useData()
  const params = { id: threadId }
  const answer = useEndpoint(listMessages, { params, query: {} })
  const [known, setKnown] = useState(nothing)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isReading, setReading] = useState(false)
  if (answer.data && answer.data !== known.page) {
    const { items, isBroken } = joined(known.items, answer.data.items)
    const isFirst = known.page === null || isBroken
    setKnown({ page: answer.data, items, hasEarlier: isFirst ? answer.data.hasEarlier : known.hasEarlier })
  }
  const readEarlier = async () => {
    const first = known.items[0]
    if (first === undefined || isReading) return
    setReading(true)
    setFailure(null)
    try {
      const page = await read(listMessages, { params, query: { before: first.sequence } })
      setKnown((now) => ({ ...now, items: [...page.items, ...now.items], hasEarlier: page.hasEarlier }))
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setReading(false)
    }
  }
  return {
    items: known.page === null ? undefined : known.items,
    hasEarlier: known.hasEarlier,
    isReading,
    readEarlier: () => void readEarlier(),
    error: failure ?? (known.page === null ? answer.error : null),
    retry: () => (failure ? void readEarlier() : void answer.refetch()),
  }
}
