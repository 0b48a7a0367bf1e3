import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const limits = ['mostMoving', 'longestMoveMinutes', 'hourlyMoveMinutes'] as const
type Limit = (typeof limits)[number]
const largest: Record<Limit, number> = { mostMoving: 200, longestMoveMinutes: 60, hourlyMoveMinutes: 60 }
/** The limits as typed. */
export type RepositioningDraft = Record<Limit, string>

export const draftOf = (settings: DispatchSettings): RepositioningDraft => ({
  mostMoving: String(settings.mostMoving),
  longestMoveMinutes: String(settings.longestMoveMinutes),
  hourlyMoveMinutes: String(settings.hourlyMoveMinutes),
})
const isAllowed = (draft: RepositioningDraft, limit: Limit) => {
  const value = Number(draft[limit])
  return Number.isInteger(value) && value >= 1 && value <= largest[limit]
}
/** The limits as numbers; null while one of them is not allowed. */
export const limitsOf = (draft: RepositioningDraft): Record<Limit, number> | null =>
  limits.every((limit) => isAllowed(draft, limit))
    ? {
        mostMoving: Number(draft.mostMoving),
        longestMoveMinutes: Number(draft.longestMoveMinutes),
        hourlyMoveMinutes: Number(draft.hourlyMoveMinutes),
      }
    : null

interface RepositioningFieldsProps {
  isOn: boolean
  onToggle: (isOn: boolean) => void
  draft: RepositioningDraft
  onChange: (draft: RepositioningDraft) => void
}

/** Whether idle vehicles get suggestions to move, and within which limits. */
export function RepositioningFields({ isOn, onToggle, draft, onChange }: RepositioningFieldsProps) {
  const { t } = useText()
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={isOn} onChange={(event) => onToggle(event.target.checked)} />}
        label={t('dispatch.repositioning.on')}
      />
      {isOn && (
        <>
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('dispatch.repositioning.does')}</Box>
          {limits.map((limit) => (
            <TextField
              key={limit}
              label={t(`dispatch.repositioning.${limit}`)}
              value={draft[limit]}
              onChange={(event) => onChange({ ...draft, [limit]: event.target.value })}
              error={!isAllowed(draft, limit)}
              helperText={
                isAllowed(draft, limit)
                  ? undefined
                  : t('dispatch.repositioning.bounds', { largest: largest[limit] })
              }
              slotProps={{ htmlInput: { inputMode: 'numeric' } }}
            />
          ))}
        </>
      )}
    </>
  )
}
