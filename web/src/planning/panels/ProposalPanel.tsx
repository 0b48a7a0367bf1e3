import CheckRounded from '@mui/icons-material/CheckRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import { acceptRoutes, differencesOf } from '@rumbo/planning/content'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanWords } from '../editor/use-plan-words.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { Panel } from './Panel.tsx'
import { usePlanFigures } from './plan-figures.ts'
import { useRunActions } from './use-run-actions.ts'

/** What a search proposes against the plan: figures, what moves, and which routes to take over. Nothing is changed before. */
export function ProposalPanel({ run, onClose }: { run: PlanRun; onClose: () => void }) {
  const { t } = useText()
  const { content, plan, mayEdit, lockedReason } = usePlanEditor()
  const words = usePlanWords()
  const actions = useRunActions()
  const headingId = useId()
  const proposal = run.content ?? content
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const differences = useMemo(() => differencesOf(content, proposal), [content, proposal])
  const changed = useMemo(() => changedVehicles(content, proposal), [content, proposal])
  const taken = changed.filter((vehicleId) => !refused.has(vehicleId))
  const isAll = taken.length === changed.length
  const accepted = useMemo(
    () => acceptRoutes(content, proposal, isAll ? null : changed.filter((id) => !refused.has(id))),
    [content, proposal, isAll, changed, refused],
  )
  const figures = usePlanFigures(useDeferredValue(accepted))
  const before = usePlanFigures(content)
  const choose = (vehicleId: string, isTaken: boolean) => {
    const next = new Set(refused)
    if (isTaken) next.delete(vehicleId)
    else next.add(vehicleId)
    setRefused(next)
  }
  const ofVehicle = (vehicleId: string) =>
    words.differences({
      moved: differences.moved.filter(({ from, to }) => to === vehicleId || from === vehicleId),
      resequenced: differences.resequenced.filter((id) => id === vehicleId),
    })
  const { moved } = differences
  const counts = [
    { key: 'changes', count: moved.filter(({ from, to }) => from !== null && to !== null).length },
    { key: 'added', count: moved.filter(({ from }) => from === null).length },
    { key: 'removed', count: moved.filter(({ to }) => to === null).length },
  ] as const
  const changes = moved.length === 0 ? counts.slice(0, 1) : counts.filter(({ count }) => count > 0)
  const foot = mayEdit ? (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {actions.error && (
          <Alert severity="error" role="presentation">
            {actions.error}
          </Alert>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
        <Button
          variant="contained"
          startIcon={<CheckRounded />}
          loading={actions.isBusy}
          loadingPosition="start"
          disabled={taken.length === 0 && changed.length > 0}
          onClick={() => void actions.accept(run, isAll ? null : taken)}
        >
          {isAll
            ? t('planPanels.proposal.acceptAll')
            : t('planPanels.proposal.acceptSome', { count: taken.length })}
        </Button>
        <Button disabled={actions.isBusy} onClick={() => void actions.discard(run)}>
          {t('planPanels.proposal.discard')}
        </Button>
      </Box>
    </Box>
  ) : (
    <LockedReason label={t('planPanels.proposal.acceptAll')} reason={lockedReason ?? ''} />
  )
  return (
    <Panel title={t('planPanels.proposal.title')} onClose={onClose} foot={foot}>
      {run.planVersion !== plan.version && (
        <Alert severity="info" sx={{ mb: '12px' }}>
          {t('planPanels.proposal.older')}
        </Alert>
      )}
      {run.relaxedVehicleIds.length > 0 && (
        <Alert severity="warning" sx={{ mb: '12px' }}>
          {t('planPanels.proposal.relaxed', {
            vehicles: run.relaxedVehicleIds.map(words.names.vehicle).join(', '),
          })}
        </Alert>
      )}
      {before && figures && (
        <FiguresTable
          caption={t('planPanels.proposal.figures')}
          columns={[t('planPanels.figures.before'), t('planPanels.figures.after')]}
          figures={[before, figures]}
        />
      )}
      <Box component="h3" id={headingId} sx={{ typography: 'subtitle2', m: '14px 0 4px' }}>
        {changes.map(({ key, count }) => t(`planPanels.proposal.${key}`, { count })).join(' · ')}
      </Box>
      {changed.length === 0 && <Box>{t('planPanels.proposal.nothing')}</Box>}
      <Box component="ul" aria-labelledby={headingId} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {changed.map((vehicleId) => (
          <Box component="li" key={vehicleId} sx={{ borderTop: `1px solid ${token('line')}`, py: '4px' }}>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={!refused.has(vehicleId)}
                  disabled={!mayEdit}
                  onChange={(_, isTaken) => choose(vehicleId, isTaken)}
                />
              }
              label={t('planPanels.proposal.route', { vehicle: words.names.vehicle(vehicleId) })}
            />
            <Box component="ul" sx={{ m: 0, pl: '46px', typography: 'body2', color: token('textSoft') }}>
              {ofVehicle(vehicleId).map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be equal, and keep their order
                <li key={`${at} ${line}`}>{line}</li>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}

/** Vehicles whose route differs, in the order of the proposal. */
function changedVehicles(before: PlanContent, after: PlanContent): string[] {
  const stopsOf = ({ routes }: PlanContent) =>
    new Map(routes.map(({ vehicleId, visits }) => [vehicleId, visits.map(({ stopId }) => stopId).join()]))
  const [was, is] = [stopsOf(before), stopsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].filter(
    (vehicleId) => (was.get(vehicleId) ?? '') !== (is.get(vehicleId) ?? ''),
  )
}
