import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import ForumOutlined from '@mui/icons-material/ForumOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { readThread } from '@rumbo/contract/communication.contract'
import { useMemo, useRef, useState } from 'react'
import { useCan, useErrorMessage, useFleetSelection, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { listOf, oneOf, useAddressSearch, useAddressState } from '../app/navigation/address.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useUnsaved } from '../ui/unsaved.ts'
import { AsideButton } from './aside/AsideButton.tsx'
import { useDrafts } from './composer/use-drafts.ts'
import { ContextPane } from './context/ContextPane.tsx'
import { Conversation } from './messages/Conversation.tsx'
import { ConversationHeader } from './messages/ConversationHeader.tsx'
import { useOutgoing } from './messages/use-outgoing.ts'
import { ThreadAnnouncer } from './threads/ThreadAnnouncer.tsx'
import { ThreadFilters } from './threads/ThreadFilters.tsx'
import { ThreadList } from './threads/ThreadList.tsx'
import { readThreadFilter } from './threads/thread-filter.rules.ts'
import { useThreadActions } from './threads/use-thread-actions.ts'
import { useThreadCounts, useThreads } from './threads/use-threads.ts'
import { usePanes } from './use-panes.ts'
import { useThreadKeys } from './use-thread-keys.ts'

const NewThreadDialog = lazyDialog(() =>
  import('./threads/NewThreadDialog.tsx').then((file) => file.NewThreadDialog),
)
const AssignDialog = lazyDialog(() => import('./threads/AssignDialog.tsx').then((file) => file.AssignDialog))
const BroadcastDialog = lazyDialog(() =>
  import('./broadcasts/BroadcastDialog.tsx').then((file) => file.BroadcastDialog),
)
const BroadcastsDialog = lazyDialog(() =>
  import('./broadcasts/BroadcastsDialog.tsx').then((file) => file.BroadcastsDialog),
)

const AsideDialog = lazyDialog(() => import('./aside/AsideDialog.tsx').then((file) => file.AsideDialog))

type Dialog = 'new' | 'assign' | 'broadcast' | 'broadcasts' | 'aside' | null

/** Conversations, the open one, and what it is about. The address holds filters, search and the open one. */
export function CommunicationPage({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const { company, fleet, fleets } = useWorkspace()
  const selection = useFleetSelection()
  const [query, change] = useAddressState()
  const [typed, type] = useAddressSearch()
  const search = useDelayed(typed.trim(), 250)
  const isNarrow = useMediaQuery('(max-width: 860px)', { noSsr: true })
  const isWide = useMediaQuery('(min-width: 1240px)', { noSsr: true })
  const [dialog, setDialog] = useState<Dialog>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLDivElement>(null)

  const box = oneOf(query.box)
  const kinds = listOf(query.kind).join(' ')
  const filter = useMemo(() => readThreadFilter(box, kinds.split(' ')), [box, kinds])
  const threads = useThreads(filter, search)
  const hasOtherFleets = selection?.isAll === false && fleets.length > 1
  const counts = useThreadCounts()
  const actions = useThreadActions()
  const outgoing = useOutgoing()
  const openId = oneOf(query.thread)
  const drafts = useDrafts(openId)
  useUnsaved(outgoing.hasUnsent || drafts.hasAny, { isKeptAt: () => true })

  const answer = useEndpoint(readThread, { params: { id: openId } }, { enabled: openId !== '' })
  const thread = answer.data
  const mayWrite = can('communication.write')
  const fleetId = fleet?.id ?? fleets[0]?.id
  const panes = usePanes({ root, isNarrow, isWide, loadedId: thread?.id })
  const { open, hasContext } = panes
  const leave = () => {
    field.current?.blur()
    root.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(openId)}"]`)?.focus()
  }
  const toggle = () => thread && actions.setStatus(thread.id, thread.status === 'done' ? 'open' : 'done')
  useThreadKeys({
    threads: threads.items ?? [],
    openId,
    root,
    onOpen: open,
    onReply: thread?.mayWrite ? () => field.current?.focus() : undefined,
    onClose: thread?.mayWrite && thread.fleetId !== null ? toggle : undefined,
    onNew: mayWrite ? () => setDialog('new') : undefined,
    onBroadcast: mayWrite ? () => setDialog('broadcast') : undefined,
    hasTemplates: thread?.mayWrite === true && thread.kind !== 'direct',
    onLeave: isNarrow ? undefined : leave,
  })

  const newButton = mayWrite && (
    <Button
      variant="contained"
      size="small"
      startIcon={<AddCommentOutlined />}
      onClick={() => setDialog('new')}
    >
      {t('communication.new.button')}
    </Button>
  )
  const isFiltered = search !== '' || filter.box !== 'all' || filter.kinds.length > 0
  const listPane = (
    <Box sx={{ minHeight: 0, display: 'flex', flexDirection: 'column', backgroundColor: token('surface') }}>
      <ThreadFilters
        filter={filter}
        counts={hasOtherFleets ? undefined : counts}
        typed={typed}
        onType={type}
        onBox={(next) => change({ box: next === 'all' ? undefined : next })}
        onKind={(kind) => change({ kind: kind || undefined })}
      />
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <ThreadList
          threads={threads.items}
          openId={openId}
          error={threads.error}
          isFiltered={isFiltered}
          hasMore={threads.hasMore}
          onOpen={({ id }) => open(id)}
          onMore={threads.more}
          onRetry={threads.retry}
          onClear={() => {
            type('')
            change({ box: undefined, kind: undefined, search: undefined })
          }}
          newButton={newButton}
        />
      </Box>
    </Box>
  )
  const conversation =
    openId === '' ? (
      <EmptyState
        icon={<ForumOutlined />}
        title={t('communication.choose')}
        text={t('communication.chooseText')}
      />
    ) : answer.isError && thread === undefined ? (
      <ErrorState
        title={message(answer.error, t('communication.error.thread'))}
        onRetry={() => void answer.refetch()}
      />
    ) : thread === undefined ? (
      <ListSkeleton rows={4} />
    ) : (
      <Conversation
        key={thread.id}
        thread={thread}
        outgoing={outgoing}
        written={drafts.of(thread.id)}
        onLeave={isNarrow ? undefined : leave}
        field={field}
        header={
          <ConversationHeader
            thread={thread}
            actions={actions}
            onBack={isNarrow ? panes.leaveThread : undefined}
            onContext={isWide ? undefined : panes.openContext}
            onAssign={() => setDialog('assign')}
          />
        }
      />
    )
  const context = thread && openId !== '' && (
    <Box
      sx={{
        height: '100%',
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        backgroundColor: token('surface'),
      }}
    >
      {!isWide && (
        <Button data-pane-heading onClick={panes.closeContext} sx={{ flex: 'none', justifyContent: 'start' }}>
          {t('communication.backToMessages')}
        </Button>
      )}
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <ContextPane key={thread.id} thread={thread} />
      </Box>
    </Box>
  )
  const isContextShown = context && (isWide || hasContext)
  const narrow = openId === '' ? listPane : isContextShown ? context : conversation
  return (
    <Box
      ref={root}
      sx={{ position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <Box
        sx={{
          flex: 'none',
          display: isNarrow && openId !== '' ? 'none' : 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 16px',
          p: '8px 16px',
          minHeight: 60,
          backgroundColor: token('surface'),
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box component="h1" tabIndex={-1} sx={{ typography: 'h1', m: 0 }}>
          {title}
        </Box>
        {counts !== undefined && (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {counts.unread === 0
              ? t('communication.allRead')
              : t('communication.unreadThreads', { count: counts.unread })}
            {hasOtherFleets && ` ${t('communication.everyFleet')}`}
          </Box>
        )}
        {selection !== null && (
          <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
            {company && <AsideButton companyId={company.id} onOpen={() => setDialog('aside')} />}
            {!selection.isAll && (
              <IconButton
                aria-label={t('communication.broadcast.list')}
                title={t('communication.broadcast.list')}
                onClick={() => setDialog('broadcasts')}
              >
                <HistoryRounded />
              </IconButton>
            )}
            {mayWrite && (
              <Button
                size="small"
                variant="outlined"
                startIcon={<CampaignOutlined />}
                onClick={() => setDialog('broadcast')}
              >
                {t('communication.broadcast.button')}
              </Button>
            )}
            {newButton}
          </Box>
        )}
      </Box>
      {/* Another filter lists other conversations, which are no new messages. */}
      <ThreadAnnouncer key={`${box} ${kinds} ${search}`} threads={threads.items} />
      {isNarrow ? (
        <Box sx={{ flex: 1, minHeight: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {narrow}
        </Box>
      ) : (
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            display: 'grid',
            gridTemplateColumns: `340px minmax(0, 1fr)${isContextShown ? ' 300px' : ''}`,
            '& > * + *': { borderLeft: `1px solid ${token('line')}` },
            '& > *': { minWidth: 0, minHeight: 0 },
          }}
        >
          {listPane}
          <Box>{conversation}</Box>
          {isContextShown && <Box>{context}</Box>}
        </Box>
      )}
      {dialog === 'new' && company && fleetId !== undefined && (
        <NewThreadDialog
          companyId={company.id}
          fleetId={fleetId}
          onOpened={({ id }) => {
            setDialog(null)
            open(id)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'assign' && thread && thread.fleetId !== null && (
        <AssignDialog thread={{ ...thread, fleetId: thread.fleetId }} onClose={() => setDialog(null)} />
      )}
      {dialog === 'broadcast' && fleetId !== undefined && (
        <BroadcastDialog fleetId={fleetId} onClose={() => setDialog(null)} />
      )}
      {dialog === 'aside' && company && (
        <AsideDialog companyId={company.id} onClose={() => setDialog(null)} />
      )}
      {dialog === 'broadcasts' && fleetId !== undefined && (
        <BroadcastsDialog fleetId={fleetId} onOpen={open} onClose={() => setDialog(null)} />
      )}
    </Box>
  )
}
