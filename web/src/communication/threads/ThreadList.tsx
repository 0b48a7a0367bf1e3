import ForumOutlined from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Thread } from '@rumbo/contract/communication.contract'
import type { ReactNode } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { ThreadRow } from './ThreadRow.tsx'

interface ThreadListProps {
  threads: readonly Thread[] | undefined
  openId: string
  error: Error | null
  isFiltered: boolean
  hasMore: boolean
  onOpen: (thread: Thread) => void
  onMore: () => void
  onRetry: () => void
  onClear: () => void
  newButton: ReactNode
}

/** The conversations that fit the filters. */
export function ThreadList(props: ThreadListProps) {
  const { threads, openId, error, isFiltered, hasMore, onOpen, onMore, onRetry, onClear, newButton } = props
  const { t } = useText()
  const message = useErrorMessage()
  if (threads === undefined)
    return error ? (
      <ErrorState title={message(error, t('communication.error.threads'))} onRetry={onRetry} />
    ) : (
      <ListSkeleton rows={6} />
    )
  if (threads.length === 0)
    return isFiltered ? (
      <EmptyState
        title={t('communication.noMatch')}
        action={
          <Button size="small" onClick={onClear}>
            {t('services.filter.clear')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<ForumOutlined />}
        title={t('communication.empty')}
        text={t('communication.emptyText')}
        action={newButton}
      />
    )
  return (
    <>
      <Box component="ul" aria-label={t('communication.threads')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadRow thread={thread} isOpen={thread.id === openId} onOpen={() => onOpen(thread)} />
          </li>
        ))}
      </Box>
      {hasMore && (
        <Button fullWidth onClick={onMore} sx={{ my: '6px' }}>
          {t('communication.more')}
        </Button>
      )}
    </>
  )
}
