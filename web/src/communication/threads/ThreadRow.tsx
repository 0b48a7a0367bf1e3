import PushPinOutlined from '@mui/icons-material/PushPinOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Thread } from '@rumbo/contract/communication.contract'
import { Age } from '../../ui/Age.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { KindIcon } from './KindIcon.tsx'
import { useThreadTitle } from './use-thread-title.ts'

interface ThreadRowProps {
  thread: Thread
  isOpen: boolean
  onOpen: () => void
}

/** A conversation in the list. */
export function ThreadRow({ thread, isOpen, onOpen }: ThreadRowProps) {
  const { t } = useText()
  const titleOf = useThreadTitle()
  const { kind, vehicleNumber, lastFrom, lastText, unread, isUrgent, waitingSince, assignee } = thread
  const isGrave = kind === 'emergency' && thread.status === 'open'
  const line = lastText === '' && thread.lastSequence > 0 ? t('communication.attachment') : lastText
  return (
    <ButtonBase
      data-thread={thread.id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
      sx={{
        width: '100%',
        display: 'flex',
        alignItems: 'flex-start',
        justifyContent: 'flex-start',
        textAlign: 'left',
        gap: '10px',
        p: '10px 12px',
        borderBottom: `1px solid ${token('line')}`,
        borderLeft: `3px solid ${isGrave ? token('critical') : isOpen ? token('primary') : 'transparent'}`,
        backgroundColor: isOpen ? token('primarySoft') : isGrave ? token('criticalTint') : undefined,
        '&:hover': { backgroundColor: isOpen ? undefined : token('sunken') },
        '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: -2 },
      }}
    >
      <KindIcon kind={kind} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'block' }}>
        <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: '6px' }}>
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              fontWeight: unread > 0 ? 700 : 520,
            }}
          >
            <span style={visuallyHidden}>{t(`communication.kind.${kind}`)}: </span>
            {titleOf(thread)}
          </Box>
          {thread.isPinned && (
            <PushPinOutlined aria-label={t('communication.pinned')} sx={{ fontSize: 14 }} />
          )}
          <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
            <Age at={thread.lastAt} />
          </Box>
        </Box>
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              typography: 'body2',
              color: token(unread > 0 ? 'text' : 'textSoft'),
            }}
          >
            {line === '' ? t('communication.noMessages') : lastFrom === null ? line : `${lastFrom}: ${line}`}
          </Box>
          {unread > 0 && (
            <Box
              component="span"
              sx={{
                flex: 'none',
                minWidth: 20,
                px: '6px',
                borderRadius: '10px',
                textAlign: 'center',
                lineHeight: '20px',
                fontSize: '0.75rem',
                fontWeight: 700,
                color: token(isUrgent ? 'surface' : 'onPrimary'),
                backgroundColor: token(isUrgent ? 'critical' : 'primary'),
              }}
            >
              <span aria-hidden>{unread}</span>
              <span style={visuallyHidden}>{t('communication.unread', { count: unread })}</span>
            </Box>
          )}
        </Box>
        {(isUrgent || waitingSince !== null || assignee !== null || vehicleNumber !== null) && (
          <Box
            component="span"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: '4px 8px',
              mt: '4px',
              typography: 'body2',
              color: token('textSoft'),
            }}
          >
            {isUrgent && <TintedChip colour="critical">{t('communication.urgent')}</TintedChip>}
            {waitingSince !== null && (
              <TintedChip colour="alarmed">
                {t('communication.waiting')} <Age at={waitingSince} />
              </TintedChip>
            )}
            {vehicleNumber !== null && <span>{t('communication.unit', { number: vehicleNumber })}</span>}
            {assignee !== null && <span>{t('communication.has', { name: assignee })}</span>}
          </Box>
        )}
      </Box>
    </ButtonBase>
  )
}
