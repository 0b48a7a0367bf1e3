import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Collapse from '@mui/material/Collapse'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { manyOrders } from '@rumbo/contract/planning.contract'
import { type RunMode, runSecondsChoices } from '@rumbo/contract/planning.runs.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { plannableOrders } from '@rumbo/planning/problem'
import { useId, useState } from 'react'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { Panel } from './Panel.tsx'
import { ProposalPanel } from './ProposalPanel.tsx'
import { RunProgress } from './RunProgress.tsx'
import { isActive, modesOf } from './run.rules.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { useRunActions } from './use-run-actions.ts'

/** Searching routes: what to plan, how it goes, and what it proposes. */
export function RunPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { run, proposal } = usePlanEditor()
  if (run !== null && isActive(run))
    return (
      <Panel title={t('planPanels.run.running')} onClose={onClose}>
        <RunProgress run={run} />
      </Panel>
    )
  if (proposal !== null) return <ProposalPanel key={proposal.id} run={proposal} onClose={onClose} />
  return (
    <Panel title={t('planPanels.run.title')} onClose={onClose}>
      {run?.status === 'failed' && run.failure && (
        <Alert severity="error" sx={{ mb: '12px' }}>
          {t(`planPanels.run.failure.${run.failure.code}`)}{' '}
          {t('planPanels.run.errorId', { id: run.failure.errorId })}
        </Alert>
      )}
      <RunForm />
    </Panel>
  )
}

function RunForm() {
  const { t, language } = useText()
  const { plan, workspace, unplanned, selection, mayEdit, lockedReason } = usePlanEditor()
  const actions = useRunActions()
  const titleId = useId()
  const moreId = useId()
  const modes = modesOf(plan, nowMs())
  const [mode, setMode] = useState<RunMode>(modes.includes('repair') ? 'repair' : 'insert')
  const [seconds, setSeconds] = useState<number>(runSecondsChoices[1])
  const [isOnlySelected, setOnlySelected] = useState(false)
  const [isMore, setMore] = useState(false)
  const orders = plannableOrders(workspace).length
  const open = new Set(unplanned.map(({ serviceId }) => serviceId))
  const selected = [...selection.serviceIds].filter((serviceId) => open.has(serviceId))
  const isLimited = isOnlySelected && selected.length > 0
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      <Box>
        <Box component="h3" id={titleId} sx={{ typography: 'subtitle2', m: '0 0 4px' }}>
          {t('planPanels.run.mode')}
        </Box>
        <RadioGroup
          aria-labelledby={titleId}
          value={mode}
          onChange={(_, next) => setMode(next as RunMode)}
          sx={{ gap: '8px' }}
        >
          {modes.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              sx={{ alignItems: 'flex-start', mr: 0, '& .MuiRadio-root': { py: '1px' } }}
              label={
                <>
                  {t(`planPanels.run.mode.${one}`)}
                  <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                    {t(`planPanels.run.mode.${one}.hint`)}
                  </Box>
                </>
              }
            />
          ))}
        </RadioGroup>
      </Box>
      {selected.length > 0 && (
        <FormControlLabel
          control={
            <Checkbox size="small" checked={isOnlySelected} onChange={(_, isOn) => setOnlySelected(isOn)} />
          }
          label={t('planPanels.run.onlySelected', { count: selected.length })}
        />
      )}
      <ToggleButtonGroup
        exclusive
        size="small"
        value={seconds}
        aria-label={t('planPanels.run.time')}
        onChange={(_, next: number | null) => next !== null && setSeconds(next)}
      >
        {runSecondsChoices.map((one) => (
          <ToggleButton key={one} value={one}>
            {t('planPanels.run.seconds', { count: one })}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {orders > manyOrders && (
        <Alert severity="warning">
          {t('planPanels.run.many', { services: formatNumber(language, orders) })}
        </Alert>
      )}
      <Box>
        <Button
          size="small"
          aria-expanded={isMore}
          aria-controls={moreId}
          endIcon={<ExpandMoreRounded sx={{ transform: isMore ? 'rotate(180deg)' : undefined }} />}
          onClick={() => setMore(!isMore)}
        >
          {t('planPanels.settings.title')}
        </Button>
        <Collapse in={isMore} unmountOnExit id={moreId}>
          <SettingsForm />
        </Collapse>
      </Box>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {actions.error && (
          <Alert severity="error" role="presentation">
            {actions.error}
          </Alert>
        )}
      </Box>
      {mayEdit ? (
        <Button
          variant="contained"
          startIcon={<AutoAwesomeOutlined />}
          loading={actions.isBusy}
          loadingPosition="start"
          onClick={() => void actions.start({ mode, seconds, serviceIds: isLimited ? selected : null })}
        >
          {t('planPanels.run.start')}
        </Button>
      ) : (
        <LockedReason label={t('planPanels.run.start')} reason={lockedReason ?? ''} />
      )}
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('planPanels.run.nothingYet')}</Box>
    </Box>
  )
}
