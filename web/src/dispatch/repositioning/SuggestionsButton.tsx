import MoveUpOutlined from '@mui/icons-material/MoveUpOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import {
  dismissSuggestion,
  listSuggestions,
  type Suggestion,
} from '@rumbo/contract/dispatch.repositioning.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, usePacedEndpoint } from '../../app/data/use-data.ts'
import type { FleetSelection } from '../../app/session/workspace.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { arrivalText } from '../dispatch.rules.ts'
import { suggestionsPaceMs } from '../monitor-reads.ts'
import { useSettingHolds } from '../use-dispatch-settings.ts'

const none: readonly Suggestion[] = []

/** The open suggestions of the fleets shown; none until they are known. */
export function useSuggestions(fleets: FleetSelection | null): readonly Suggestion[] {
  const repositions = useSettingHolds(fleets, (settings) => settings.repositions)
  const { data } = usePacedEndpoint(
    listSuggestions,
    { query: fleets?.query ?? {} },
    { paceMs: suggestionsPaceMs, enabled: repositions },
  )
  return (repositions ? data?.items : undefined) ?? none
}

interface SuggestionsButtonProps {
  suggestions: readonly Suggestion[]
  mayDispatch: boolean
}

/** The moves suggested to idle vehicles, with why; nothing without any. */
export function SuggestionsButton({ suggestions: known, mayDispatch }: SuggestionsButtonProps) {
  const { t } = useText()
  // Those withdrawn here are gone at once, and not only when the list is read again.
  const [withdrawn, setWithdrawn] = useState<ReadonlySet<string>>(new Set())
  const suggestions = known.filter(({ id }) => !withdrawn.has(id))
  const titleId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (suggestions.length === 0) return null
  const label = t('dispatch.suggestions.count', { count: suggestions.length })
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Badge badgeContent={suggestions.length} color="primary">
            <MoveUpOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { p: '16px', width: 420, maxWidth: '100%' },
          },
        }}
      >
        <Box component="h2" id={titleId} sx={{ typography: 'h2', m: '0 0 4px' }}>
          {t('dispatch.suggestions.title')}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {suggestions.map((suggestion) => (
            <SuggestionRow
              key={suggestion.id}
              suggestion={suggestion}
              mayDispatch={mayDispatch}
              onWithdrawn={() => setWithdrawn(new Set([...withdrawn, suggestion.id]))}
            />
          ))}
        </Box>
      </Popover>
    </>
  )
}

interface SuggestionRowProps {
  suggestion: Suggestion
  mayDispatch: boolean
  onWithdrawn: () => void
}

function SuggestionRow({ suggestion, mayDispatch, onWithdrawn }: SuggestionRowProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const dismiss = useChange(dismissSuggestion)
  const { id, vehicleNumber, driverName, toName, driveSeconds, isEstimate, expected, vehiclesThere } =
    suggestion
  const withdraw = async () => {
    try {
      await dismiss.mutateAsync({ params: { id } })
      onWithdrawn()
    } catch (error) {
      toasts.show({ type: 'error', message: message(error, t('ui.error.text')) })
    }
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '12px',
        py: '8px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 620 }}>
          {t('dispatch.suggestions.move', { vehicle: vehicleNumber, place: toName })} ·{' '}
          {arrivalText(driveSeconds, isEstimate)}
        </Box>
        <Box sx={{ color: token('textSoft') }}>
          {t('dispatch.suggestions.why', {
            expected: formatNumber(language, expected, 1),
            vehicles: vehiclesThere,
          })}
          {driverName !== null && ` · ${driverName}`}
        </Box>
      </Box>
      {mayDispatch && (
        <Button
          onClick={() => void withdraw()}
          disabled={dismiss.isPending}
          aria-label={t('dispatch.suggestions.dismissOf', { vehicle: vehicleNumber })}
        >
          {t('dispatch.suggestions.dismiss')}
        </Button>
      )}
    </Box>
  )
}
