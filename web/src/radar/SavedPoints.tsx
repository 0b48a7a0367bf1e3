import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DriveFileRenameOutlineRounded from '@mui/icons-material/DriveFileRenameOutlineRounded'
import PlaceRounded from '@mui/icons-material/PlaceRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { deleteWatchpoint, type Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { type KeyboardEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'
import { moveBetweenRows } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useWatchpoints } from '../watchpoints/use-watchpoints.ts'
import { WatchpointDialog } from '../watchpoints/WatchpointDialog.tsx'
import type { RadarPoint } from './radar.rules.ts'

/** With so few points a search is not worth its space. */
const searchFrom = 8
const restMs = 250

interface SavedPointsProps {
  fleetId: string
  /** The saved point that is the radar's target. */
  chosenId: string | null
  onChoose: (point: RadarPoint, name: string) => void
}

/** The fleet's watchpoints by name: view, rename and delete. */
export function SavedPoints({ fleetId, chosenId, onChoose }: SavedPointsProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [search, setSearch] = useState('')
  const all = useWatchpoints(fleetId)
  const found = useWatchpoints(fleetId, useDelayed(search.trim(), restMs))
  const [renamed, setRenamed] = useState<Watchpoint | null>(null)
  const [removed, setRemoved] = useState<Watchpoint | null>(null)
  const remove = useChange(deleteWatchpoint, {
    onSuccess: (_, { params }) => {
      const name = found.points.find(({ id }) => id === params.id)?.name ?? ''
      toasts.show({ type: 'success', message: t('radar.saved.deleted', { name }) })
    },
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('radar.saved.error.delete')) }),
  })
  const move = (event: KeyboardEvent<HTMLElement>) => {
    moveBetweenRows(event)
    // Within the list arrow keys do not move the target.
    if (event.key.startsWith('Arrow')) event.preventDefault()
  }
  const failed = [all, found].find(({ error }) => error !== null)
  const note = failed ? (
    <>
      {message(failed.error, t('radar.saved.error.load'))}{' '}
      <Button size="small" onClick={failed.retry}>
        {t('ui.retry')}
      </Button>
    </>
  ) : all.isLoading || found.isLoading ? (
    t('ui.loading')
  ) : all.total === 0 ? (
    t(all.mayEdit ? 'radar.saved.empty' : 'radar.saved.emptyRead')
  ) : found.points.length === 0 ? (
    t('radar.saved.noMatch', { search: search.trim() })
  ) : found.total > found.points.length ? (
    t('radar.saved.more', { count: found.points.length, total: found.total })
  ) : null
  return (
    <Box component="section" aria-label={t('radar.saved.title')} sx={{ pb: '8px' }}>
      <Box component="h3" sx={{ typography: 'subtitle2', color: token('textSoft'), m: 0, p: '8px 14px 4px' }}>
        {t('radar.saved.title')}
      </Box>
      {(all.total >= searchFrom || search !== '') && (
        <Box sx={{ px: '14px', pb: '6px' }}>
          <SearchField
            value={search}
            onChange={setSearch}
            label={t('radar.saved.search')}
            hasShortcut={false}
          />
        </Box>
      )}
      <Box
        component="ul"
        aria-label={t('radar.saved.title')}
        onKeyDown={move}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          maxHeight: 264,
          overflowY: 'auto',
          '&:empty': { display: 'none' },
        }}
      >
        {found.points.map((point) => (
          <Box
            component="li"
            key={point.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              pr: '8px',
              borderBottom: `1px solid ${token('line')}`,
              backgroundColor: point.id === chosenId ? token('primarySoft') : undefined,
            }}
          >
            <ButtonBase
              data-row-open
              aria-current={point.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(point, point.name)}
              sx={{
                flex: 1,
                minWidth: 0,
                minHeight: 44,
                justifyContent: 'flex-start',
                gap: '10px',
                pl: '14px',
                py: '4px',
                textAlign: 'left',
                '&:hover': { backgroundColor: token('sunken') },
                '&.Mui-focusVisible': { outlineOffset: '-2px' },
              }}
            >
              <PlaceRounded aria-hidden sx={{ fontSize: 22, color: token('primaryText') }} />
              <Box component="span" sx={{ typography: 'h3', overflowWrap: 'anywhere' }}>
                {point.name}
              </Box>
            </ButtonBase>
            {found.mayEdit && (
              <>
                <IconButton
                  size="small"
                  aria-label={t('radar.saved.rename', { name: point.name })}
                  title={t('radar.saved.rename', { name: point.name })}
                  onClick={() => setRenamed(point)}
                >
                  <DriveFileRenameOutlineRounded fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={t('radar.saved.delete', { name: point.name })}
                  title={t('radar.saved.delete', { name: point.name })}
                  onClick={() => setRemoved(point)}
                >
                  <DeleteOutlineRounded fontSize="small" />
                </IconButton>
              </>
            )}
          </Box>
        ))}
      </Box>
      <Box
        role={failed ? 'alert' : 'status'}
        sx={{ typography: 'body2', color: token('textSoft'), p: '4px 14px', '&:empty': { display: 'none' } }}
      >
        {note}
      </Box>
      {renamed && (
        <WatchpointDialog
          of={renamed}
          name={renamed.name}
          onSaved={(saved) => saved.id === chosenId && onChoose(saved, saved.name)}
          onClose={() => setRenamed(null)}
        />
      )}
      <ConfirmDialog
        open={removed !== null}
        isDestructive
        title={t('radar.saved.deleteTitle', { name: removed?.name ?? '' })}
        text={t('radar.saved.deleteText')}
        confirmLabel={t('radar.saved.deleteConfirm')}
        onConfirm={async () => {
          if (removed) await remove.mutateAsync({ params: { id: removed.id } })
          setRemoved(null)
        }}
        onClose={() => setRemoved(null)}
      />
    </Box>
  )
}
