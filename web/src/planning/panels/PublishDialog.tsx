import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { listPlanVersions, readPlanVersion } from '@rumbo/contract/planning.contract'
import { publishPlan } from '@rumbo/contract/planning.publish.contract'
import { differencesOf, servicesOf } from '@rumbo/planning/content'
import { splitViolations } from '@rumbo/planning/exceptions'
import { useId, useState } from 'react'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanWords } from '../editor/use-plan-words.ts'
import { usePlanWork } from '../editor/use-plan-work.ts'

/** What publishing does and what is doubtful; afterwards, what it did and which services got no reservation. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const editor = usePlanEditor()
  const { plan, content, changeBy } = editor
  const { call, evict } = useData()
  const { isBusy, error, doing } = usePlanWork()
  const titleId = useId()
  const [result, setResult] = useState<OutputOf<typeof publishPlan> | null>(null)
  const isEmpty = servicesOf(content).size === 0

  const publish = () =>
    doing(async () => {
      await changeBy(async (version) => {
        const answer = await call(publishPlan, { params: { id: plan.id }, body: { version } })
        setResult(answer)
        return answer.plan
      }, t('planPanels.publish.title'))
      evict(['planning', 'dispatch'])
    }, t('planPanels.publish.failed'))
  return (
    <GuardedDialog
      isBusy={isBusy}
      isChanged={false}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>
            {t(result ? 'planPanels.publish.done' : 'planPanels.publish.title')}
          </DialogTitle>
          <DialogContent>
            {result ? <Published result={result} /> : <WhatHappens />}
            <Box role="alert" sx={{ '&:empty': { display: 'none' }, mt: '10px' }}>
              {error && (
                <Alert severity="error" role="presentation">
                  {error}
                </Alert>
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={isBusy}>
              {t(result ? 'ui.close' : 'ui.cancel')}
            </Button>
            {!result && (
              <Button
                variant="contained"
                loading={isBusy}
                disabled={isEmpty}
                onClick={() => void publish()}
                autoFocus
              >
                {t('planPanels.publish.confirm')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

function WhatHappens() {
  const { t } = useText()
  const { plan, content, workspace, stopsToCome, unplanned, timed, isEstimate } = usePlanEditor()
  const usable = new Set(
    workspace.vehicles.flatMap(({ vehicleId, unfit }) => (unfit === null ? [vehicleId] : [])),
  )
  const open = new Set(
    workspace.orders.flatMap(({ serviceId, state }) =>
      state === 'open' && stopsToCome.has(serviceId) ? [serviceId] : [],
    ),
  )
  const services = [
    ...servicesOf({ routes: content.routes.filter(({ vehicleId }) => usable.has(vehicleId)) }),
  ].filter((serviceId) => open.has(serviceId)).length
  const unusable = content.routes.filter(
    ({ vehicleId, visits }) =>
      !usable.has(vehicleId) && visits.some(({ serviceId }) => serviceId !== null && open.has(serviceId)),
  ).length
  const isAgain = plan.status !== 'draft'
  const versions = useEndpoint(listPlanVersions, { params: { id: plan.id } }, { enabled: isAgain })
  const last = versions.data?.items.find(({ cause }) => cause === 'published')
  const published = useEndpoint(
    readPlanVersion,
    { params: { id: last?.id ?? '' } },
    { enabled: last !== undefined },
  )
  const before = isAgain ? published.data?.content : undefined
  const moved = before ? differencesOf(before, content).moved : []
  const released = moved.filter(({ to }) => to === null).length
  const changed = moved.filter(({ from, to }) => from !== null && to !== null).length
  const split = content.routes.flatMap((route) => {
    const own = timed.get(route.vehicleId)
    return own ? [splitViolations(route, own, stopsToCome)] : []
  })
  const wrong = split.reduce((sum, { violations }) => sum + violations.length, 0)
  const accepted = split.reduce((sum, one) => sum + one.accepted.length, 0)
  const of = (code: string) => workspace.warnings.filter((warning) => warning.code === code).length
  const warnings = [
    { count: unplanned.length, key: 'unplanned' },
    { count: wrong, key: 'violations' },
    { count: unusable, key: 'unusable' },
    { count: of('service_cancelled'), key: 'cancelled' },
    { count: of('service_elsewhere'), key: 'elsewhere' },
    { count: of('service_gone'), key: 'gone' },
  ] as const
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <Box>
        {services === 0
          ? t(servicesOf(content).size === 0 ? 'planPanels.publish.empty' : 'planPanels.publish.nothing')
          : t('planPanels.publish.reserves', { count: services })}
      </Box>
      {before && (
        <Box component="ul" sx={{ m: 0, pl: '18px' }}>
          <li>{t('planPanels.publish.changed', { count: changed })}</li>
          <li>{t('planPanels.publish.released', { count: released })}</li>
        </Box>
      )}
      {warnings.map(
        ({ count, key }) =>
          count > 0 && (
            <Alert key={key} severity="warning" role="note">
              {t(`planPanels.publish.warning.${key}`, { count })}
            </Alert>
          ),
      )}
      {accepted > 0 && (
        <Alert severity="info" role="note">
          {t('planPanels.publish.exceptions', { count: accepted })}
        </Alert>
      )}
      {isEstimate && (
        <Alert severity="warning" role="note">
          {t('planPanels.publish.warning.estimates')}
        </Alert>
      )}
    </Box>
  )
}

function Published({ result }: { result: OutputOf<typeof publishPlan> }) {
  const { t } = useText()
  const words = usePlanWords()
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <Box role="status">
        {t('planPanels.publish.result', { reserved: result.reserved, released: result.released })}
      </Box>
      {result.unpublished.length > 0 && (
        <Box>
          <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
            {t('planPanels.publish.without', { count: result.unpublished.length })}
          </Box>
          <Box component="ul" sx={{ m: 0, pl: '18px', typography: 'body2' }}>
            {result.unpublished.map(({ serviceId, serviceNumber, reason, vehicleNumber }) => (
              <li key={serviceId}>
                {t(`planPanels.publish.reason.${reason}`, {
                  service: serviceNumber ?? words.names.service(serviceId),
                  vehicle: vehicleNumber ?? t('planEditor.unknownVehicle'),
                })}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  )
}
