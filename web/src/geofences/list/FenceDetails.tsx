import CloseRounded from '@mui/icons-material/CloseRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { type ReactNode, useId } from 'react'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RowMenu, type RowMenuItem } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { FenceSign } from '../FenceSign.tsx'
import { shapeWords } from '../fence-words.rules.ts'
import type { Crossings } from '../use-crossings.ts'
import { FenceFacts } from './FenceFacts.tsx'

interface FenceDetailsProps {
  /** Undefined while it is read. */
  fence: Geofence | undefined
  crossings: Crossings
  /** Why it could not be read, in words. */
  error: string | undefined
  onRetry: () => void
  /** Undefined where the user may only read. */
  onEdit: (() => void) | undefined
  menu: readonly RowMenuItem[]
  /** Over the map, beside the list; else a card over the page. */
  isPanel: boolean
  /** More actions, such as the way to the map. */
  actions?: ReactNode
  onClose: () => void
}

/** Everything about one geofence, with its actions. */
export function FenceDetails(props: FenceDetailsProps) {
  const { fence, crossings, error, onRetry, onEdit, menu, isPanel, actions, onClose } = props
  const { t, language } = useText()
  const titleId = useId()
  const title = fence?.name ?? t('geofences.one')
  const detail = fence && shapeWords(t, language, fence.shape)
  const mark = fence && <FenceSign kind={fence.shape.kind} colour={fence.colour} />
  const content =
    fence === undefined ? (
      error === undefined ? (
        <FormSkeleton fields={5} />
      ) : (
        <ErrorState title={error} onRetry={onRetry} />
      )
    ) : (
      <FenceFacts fence={fence} crossings={crossings} />
    )
  if (!isPanel)
    return (
      <RecordCard
        title={title}
        mark={mark}
        detail={detail}
        edit={onEdit && fence ? { label: t('geofences.action.edit'), run: onEdit } : undefined}
        actions={actions}
        menu={fence ? menu : []}
        onClose={onClose}
      >
        {content}
      </RecordCard>
    )
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        width: { xs: '100%', md: 360 },
        maxWidth: '100%',
        maxHeight: '100%',
        minHeight: 0,
        pointerEvents: 'auto',
        borderRadius: '14px',
        backgroundColor: token('raised'),
        border: `1px solid ${token('line')}`,
        boxShadow: `0 6px 24px ${token('shadow')}`,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: '10px', p: '14px 10px 8px 16px' }}>
        {mark}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box component="h2" id={titleId} sx={{ typography: 'h2', m: 0, overflowWrap: 'anywhere' }}>
            {title}
          </Box>
          {detail && <Box sx={{ typography: 'body2', color: token('textSoft') }}>{detail}</Box>}
        </Box>
        <IconButton size="small" aria-label={t('ui.close')} onClick={onClose}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      {/* A scrolling part that contains no control must be reachable by keyboard. */}
      <Box role="group" aria-label={title} tabIndex={0} sx={{ p: '4px 16px 16px', overflowY: 'auto' }}>
        {content}
      </Box>
      {fence && (onEdit || menu.length > 0) && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: '8px',
            p: '10px 16px',
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {onEdit && (
            <Button variant="outlined" size="small" startIcon={<EditOutlined />} onClick={onEdit}>
              {t('geofences.action.edit')}
            </Button>
          )}
          {actions}
          <Box sx={{ ml: 'auto' }}>
            <RowMenu name={title} items={menu} />
          </Box>
        </Box>
      )}
    </Box>
  )
}
