import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import PublishRounded from '@mui/icons-material/PublishRounded'
import UndoRounded from '@mui/icons-material/UndoRounded'
import Button from '@mui/material/Button'
import { withdrawPlan } from '@rumbo/contract/planning.publish.contract'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useData } from '../../app/data/use-data.ts'
import { useAddressState, useAddressStep } from '../../app/navigation/address.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanErrorText } from '../editor/use-plan-work.ts'
import { ToolButton } from '../ToolButton.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { RelaxDialog } from './RelaxDialog.tsx'
import { RouteMenu } from './RouteMenu.tsx'
import { RunPanel } from './RunPanel.tsx'
import { isActive } from './run.rules.ts'
import { SelectionActions } from './SelectionActions.tsx'
import { comparison, noComparison } from './use-comparison.ts'
import { VersionsPanel } from './VersionsPanel.tsx'

const panels = ['run', 'versions'] as const
type PlanPanel = (typeof panels)[number]

/**
 * What the screen shows of planning beside the plan itself: buttons of the bar, the open panel (null: none), menus of the
 * selection, and how orders are planned again with looser settings.
 */
export function usePlanTools() {
  const { t } = useText()
  const { plan, run, proposal, mayEdit } = usePlanEditor()
  const [, change] = useAddressState()
  const { value, open, close, giveWay } = useAddressStep('panel', comparison)
  const panel = panels.find((one) => one === value) ?? null
  const [asked, setAsked] = useState<'publish' | 'withdraw' | null>(null)
  const [relaxed, setRelaxed] = useState<string | null>(null)
  const isRunning = run !== null && isActive(run)
  const proposalId = proposal?.id ?? null
  const hasSearched = useRef(false)
  useEffect(() => {
    if (isRunning) hasSearched.current = true
  }, [isRunning])
  // A proposal opens by itself, once: as a step where the planner has waited for it, else as a part of opening the plan.
  const showProposal = useEffectEvent(() => {
    if (hasSearched.current) open('run', noComparison)
    else if (panel === null) change({ panel: 'run' })
  })
  useEffect(() => {
    if (proposalId !== null) showProposal()
  }, [proposalId])
  const toggle = (one: PlanPanel) => (panel === one ? close() : open(one, noComparison))
  const bar = (
    <>
      <ToolButton
        label={t('planPanels.versions.title')}
        startIcon={<HistoryRounded />}
        aria-expanded={panel === 'versions'}
        onClick={() => toggle('versions')}
      />
      <Button
        variant="outlined"
        startIcon={<AutoAwesomeOutlined />}
        aria-expanded={panel === 'run'}
        onClick={() => toggle('run')}
      >
        {t(
          isRunning ? 'planPanels.bar.running' : proposal ? 'planPanels.bar.proposal' : 'planPanels.bar.plan',
        )}
      </Button>
      {mayEdit && plan.status !== 'draft' && (
        <ToolButton
          label={t('planPanels.withdraw.open')}
          startIcon={<UndoRounded />}
          onClick={() => setAsked('withdraw')}
        />
      )}
      {mayEdit && (
        <Button variant="contained" startIcon={<PublishRounded />} onClick={() => setAsked('publish')}>
          {t(plan.status === 'draft' ? 'planPanels.publish.open' : 'planPanels.publish.again')}
        </Button>
      )}
    </>
  )
  const dialogs = (
    <>
      {asked === 'publish' && <PublishDialog onClose={() => setAsked(null)} />}
      {asked === 'withdraw' && <Withdraw onClose={() => setAsked(null)} />}
      {relaxed !== null && (
        <RelaxDialog
          serviceId={relaxed}
          onStarted={() => {
            setRelaxed(null)
            open('run', noComparison)
          }}
          onClose={() => setRelaxed(null)}
        />
      )}
    </>
  )
  return {
    bar,
    dialogs,
    panel:
      panel === 'run' ? (
        <RunPanel onClose={close} />
      ) : panel === 'versions' ? (
        <VersionsPanel onClose={close} />
      ) : null,
    closePanel: close,
    /** Closes the panel where a route opens in its place. */
    giveWay,
    /** The routes of the search, also while it goes on; only while its panel is open; null: the plan is shown. */
    proposed: panel === 'run' ? ((isRunning ? run : proposal)?.content ?? null) : null,
    onRetry: setRelaxed,
    /** Opens the settings of a search; on the day itself it begins with the repair. */
    openRun: () => open('run', noComparison),
    routeActions: ({ vehicleId }: { vehicleId: string }): ReactNode => <RouteMenu vehicleId={vehicleId} />,
    selectionActions: <SelectionActions />,
  }
}

function Withdraw({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { plan, changeBy } = usePlanEditor()
  const { call, evict } = useData()
  const errorText = usePlanErrorText()
  const toasts = useToasts()
  const withdraw = async () => {
    try {
      await changeBy(async (version) => {
        const answer = await call(withdrawPlan, { params: { id: plan.id }, body: { version } })
        toasts.show({
          type: 'success',
          message: t('planPanels.withdraw.done', { count: answer.released }),
        })
        return answer.plan
      }, t('planPanels.withdraw.open'))
      evict(['planning', 'dispatch'])
    } catch (error) {
      toasts.show({ type: 'error', message: errorText(error, t('planPanels.withdraw.failed')) })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t('planPanels.withdraw.title')}
      text={t('planPanels.withdraw.text')}
      confirmLabel={t('planPanels.withdraw.open')}
      onConfirm={withdraw}
      onClose={onClose}
    />
  )
}
