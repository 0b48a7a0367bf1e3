import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { PlanSettings } from '@rumbo/contract/planning.contract'
import { runSecondsChoices } from '@rumbo/contract/planning.runs.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { addresses } from '../../addresses.ts'
import { Anchor } from '../../app/navigation/address.tsx'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanTexts } from '../use-plan-texts.ts'
import { type Relaxation, relaxationOf } from './relax.rules.ts'
import { useRunActions } from './use-run-actions.ts'

interface RelaxDialogProps {
  serviceIds: readonly string[]
  /** A search began. */
  onStarted: () => void
  onClose: () => void
}

/** Why orders were left out, the one change that helps each, and a search that fits them in with looser settings. */
export function RelaxDialog({ serviceIds, onStarted, onClose }: RelaxDialogProps) {
  const { t, language } = useText()
  const editor = usePlanEditor()
  const { workspace, settings, leftOut, mayEdit } = editor
  const texts = usePlanTexts(workspace)
  const actions = useRunActions()
  const titleId = useId()
  const found = serviceIds.flatMap((serviceId) => {
    const reason = leftOut.get(serviceId)
    const order = workspace.orders.find((one) => one.serviceId === serviceId)
    return reason ? [{ reason, order, relaxation: relaxationOf(reason, order, settings) }] : []
  })
  const changes = found.flatMap(({ relaxation }) => ('settings' in relaxation ? [relaxation.settings] : []))
  const wanted: PlanSettings = {
    ...Object.assign({}, settings, ...changes),
    // Of several, the largest is enough for all.
    pickupToleranceMinutes: changes.reduce(
      (most, { pickupToleranceMinutes }) => largest(most, pickupToleranceMinutes),
      settings.pickupToleranceMinutes,
    ),
  }
  const offer = (relaxation: Relaxation) =>
    relaxation.kind === 'tolerance'
      ? t('planPanels.relax.tolerance', {
          minutes: formatNumber(language, relaxation.settings.pickupToleranceMinutes ?? 0),
        })
      : t(`planPanels.relax.${relaxation.kind}`)
  async function retry() {
    if (changes.length > 0)
      editor.change((before) => ({ ...before, settings: wanted }), t('planPanels.relax.label'))
    const isStarted = await actions.start({ mode: 'insert', seconds: runSecondsChoices[0], serviceIds })
    if (isStarted) onStarted()
  }
  return (
    <GuardedDialog
      isBusy={actions.isBusy}
      isChanged={false}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('planPanels.relax.title')}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '12px' }}>
            {found.map(({ reason, order, relaxation }) => (
              <Box key={reason.serviceId}>
                <Box sx={{ typography: 'subtitle2' }}>
                  {order ? `${order.serviceNumber} · ${order.customerName}` : t('planEditor.unknownService')}
                </Box>
                <Box>{texts.reason(reason)}</Box>
                {relaxation.kind === 'service' || relaxation.kind === 'shifts' ? (
                  <Button
                    size="small"
                    component={Anchor}
                    to={
                      relaxation.kind === 'shifts'
                        ? addresses.shifts()
                        : addresses.services({ service: reason.serviceId })
                    }
                  >
                    {offer(relaxation)}
                  </Button>
                ) : (
                  <Box sx={{ typography: 'body2' }}>{offer(relaxation)}</Box>
                )}
              </Box>
            ))}
            {found.length === 0 && <Box>{t('planPanels.relax.unknown')}</Box>}
            <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
              {actions.error && (
                <Alert severity="error" role="presentation">
                  {actions.error}
                </Alert>
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={actions.isBusy}>
              {t('ui.cancel')}
            </Button>
            <Button
              variant="contained"
              loading={actions.isBusy}
              disabled={!mayEdit}
              onClick={() => void retry()}
            >
              {t(changes.length > 0 ? 'planPanels.relax.retry' : 'planPanels.relax.again')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

const largest = (one: number | null, other: number | null | undefined): number | null =>
  one === null ? null : Math.max(one, other ?? 0)
