import type { ReactNode } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import type { useLatestReadings } from './use-readings.ts'

interface ReadingItemsProps<Item> {
  read: Pick<ReturnType<typeof useLatestReadings>, 'isError' | 'error' | 'refetch'>
  /** Undefined until they are read. */
  items: readonly Item[] | undefined
  children: (items: readonly Item[]) => ReactNode
}

/** The latest readings of a vehicle; until they are there a skeleton or the error, and where there are none a sentence. */
export function ReadingItems<Item>({ read, items, children }: ReadingItemsProps<Item>) {
  const { t } = useText()
  const message = useErrorMessage()
  if (items === undefined && read.isError)
    return (
      <ErrorState
        title={t('readings.error.latest')}
        text={message(read.error, t('ui.error.text'))}
        onRetry={() => void read.refetch()}
      />
    )
  if (items === undefined) return <ListSkeleton rows={4} />
  if (items.length === 0) return <EmptyState title={t('readings.none')} text={t('readings.noneText')} />
  return children(items)
}
