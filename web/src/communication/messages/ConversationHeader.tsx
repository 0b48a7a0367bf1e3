import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import PersonAddAlt1Outlined from '@mui/icons-material/PersonAddAlt1Outlined'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { PresentPeople } from '../../services/PresentPeople.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { KindIcon } from '../threads/KindIcon.tsx'
import type { ThreadActions } from '../threads/use-thread-actions.ts'
import { useThreadTitle } from '../threads/use-thread-title.ts'

interface ConversationHeaderProps {
  thread: ThreadDetails
  actions: ThreadActions
  /** In a narrow window: back to the list. */
  onBack: (() => void) | undefined
  /** Where the context is not beside the conversation. */
  onContext: (() => void) | undefined
  onAssign: () => void
}

/** Whose conversation it is, who has it, and what can be done with it. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { thread, actions, onBack, onContext, onAssign } = props
  const { t } = useText()
  const title = useThreadTitle()(thread)
  const isDone = thread.status === 'done'
  const isShared = thread.fleetId !== null
  const people = thread.parties.map(({ name }) => name).join(', ')
  return (
    <Box
      component="header"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '6px 10px',
        p: '8px 12px',
        borderBottom: `1px solid ${token('line')}`,
        backgroundColor: token(thread.kind === 'emergency' && !isDone ? 'criticalTint' : 'surface'),
      }}
    >
      {onBack && (
        <IconButton aria-label={t('communication.back')} onClick={onBack} edge="start">
          <ArrowBackRounded />
        </IconButton>
      )}
      <KindIcon kind={thread.kind} />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Box
          component="h2"
          // Gets the focus where the conversation replaces the list.
          tabIndex={-1}
          data-pane-heading
          sx={{ typography: 'h2', m: 0, overflowWrap: 'anywhere' }}
        >
          {title}
        </Box>
        <Box
          sx={{
            typography: 'body2',
            color: token('textSoft'),
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {[
            t(`communication.kind.${thread.kind}`),
            thread.vehicleNumber === null ? '' : t('communication.unit', { number: thread.vehicleNumber }),
            people === title ? '' : people,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Box>
      </Box>
      {isDone && <TintedChip colour="active">{t('communication.box.done')}</TintedChip>}
      <PresentPeople serviceId={thread.id} />
      {isShared && (
        <Button
          size="small"
          color="inherit"
          startIcon={<PersonAddAlt1Outlined />}
          disabled={!thread.mayWrite}
          onClick={onAssign}
        >
          {thread.assignee === null
            ? t('communication.assign')
            : t('communication.has', { name: thread.assignee })}
        </Button>
      )}
      {isShared && thread.mayWrite && (
        <Button
          size="small"
          variant="outlined"
          startIcon={isDone ? <ReplayRounded /> : <DoneAllRounded />}
          loading={actions.isBusy}
          loadingPosition="start"
          onClick={() => actions.setStatus(thread.id, isDone ? 'open' : 'done')}
        >
          {t(isDone ? 'communication.reopen' : 'communication.close')}
        </Button>
      )}
      {onContext && (
        <IconButton data-pane-context aria-label={t('communication.context')} onClick={onContext}>
          <InfoOutlined />
        </IconButton>
      )}
      {isShared && thread.mayWrite && (
        <RowMenu
          name={title}
          items={[
            {
              label: t(thread.isPinned ? 'communication.unpin' : 'communication.pin'),
              onChoose: () => actions.setPinned(thread.id, !thread.isPinned),
            },
          ]}
        />
      )}
    </Box>
  )
}
