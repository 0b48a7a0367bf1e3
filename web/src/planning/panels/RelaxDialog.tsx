import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { runSecondsChoices } from '@rumbo/contract/planning.runs.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { Anchor } from '../../app/navigation/address.tsx'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanTexts } from '../use-plan-texts.ts'
import { type Relaxation, relaxationOf } from './relax.rules.ts'
import { useRunActions } from './use-run-actions.ts'

interface RelaxDialogProps {
  serviceId: string
  /** A search began. */
  onStarted: () => void
  onClose: () => void
}

/** Why an order was left out, the one change that helps, and a search that fits it in with looser settings. */
export function RelaxDialog({ serviceId, onStarted, onClose }: RelaxDialogProps) {
  const { t, language } = useText()
  const editor = usePlanEditor()
  const { workspace, settings, leftOut, mayEdit } = editor
  const texts = usePlanTexts(workspace)
  const actions = useRunActions()
  const titleId = useId()
  // What helps is said of the settings as they were: a search that does not start leaves them so.
  const [first] = useState(settings)
  const reason = leftOut.get(serviceId)
  const order = workspace.orders.find((one) => one.serviceId === serviceId)
  const relaxation = reason ? relaxationOf(reason, order, first) : null
  const looser = relaxation !== null && 'settings' in relaxation ? relaxation.settings : null
  // A route of a vehicle that the plan leaves out could be neither timed nor published.
  const isOfPlan = relaxation?.kind === 'vehicles'
  const offer = (relaxation: Relaxation) =>
    relaxation.kind === 'tolerance'
      ? t('planPanels.relax.tolerance', {
          minutes: formatNumber(language, relaxation.settings.pickupToleranceMinutes ?? 0),
        })
      : t(`planPanels.relax.${relaxation.kind}`)
  async function retry() {
    if (looser !== null && isOfPlan)
      editor.change(
        (before) => ({ ...before, settings: { ...before.settings, ...looser } }),
        t('planPanels.relax.label'),
      )
    const isStarted = await actions.start({
      mode: 'insert',
      seconds: runSecondsChoices[0],
      serviceIds: [serviceId],
      settings: looser !== null && !isOfPlan ? { ...settings, ...looser } : null,
    })
    if (isStarted) onStarted()
    else if (looser !== null && isOfPlan) editor.undo()
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
            {reason && relaxation ? (
              <Box>
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
                        : addresses.services({ service: serviceId })
                    }
                  >
                    {offer(relaxation)}
                  </Button>
                ) : (
                  <Box sx={{ typography: 'body2' }}>
                    {offer(relaxation)}{' '}
                    {t(isOfPlan ? 'planPanels.relax.changesPlan' : 'planPanels.relax.onlySearch')}
                  </Box>
                )}
              </Box>
            ) : (
              <Box>{t('planPanels.relax.unknown')}</Box>
            )}
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
              {t(looser !== null ? 'planPanels.relax.retry' : 'planPanels.relax.again')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
