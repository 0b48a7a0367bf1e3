import Box from '@mui/material/Box'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { errorsOfProblem } from './service-check.rules.ts'
import type { ServiceDraft } from './service-draft.rules.ts'

interface DoubtDialogProps {
  errors: Parameters<typeof errorsOfProblem>[0]
  draft: ServiceDraft
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether stops are right that are far from every street, or from where the fleet works. */
export function DoubtDialog({ errors, draft, onConfirm, onClose }: DoubtDialogProps) {
  const { t } = useText()
  const doubts = Object.entries(errorsOfProblem(errors)).map(([path, key]) => {
    const stop = draft.stops[Number(/^stops\.(\d+)/.exec(path)?.[1] ?? Number.NaN)]
    return { path, address: stop?.address ?? null, reason: t(key) }
  })
  return (
    <ConfirmDialog
      open
      title={t('services.doubt.title')}
      text={
        <Box component="ul" sx={{ m: 0, pl: '20px' }}>
          {doubts.map(({ path, address, reason }) => (
            <li key={path}>{address === null ? reason : `${address}: ${reason}`}</li>
          ))}
        </Box>
      }
      confirmLabel={t('services.doubt.confirm')}
      cancelLabel={t('services.doubt.correct')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
