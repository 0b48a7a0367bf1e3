import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import {
  type PlanContent,
  type PlanSettings,
  type PlanSummary,
  type PlanVersion,
  readPlan,
  readPlanVersion,
} from '@rumbo/contract/planning.contract'
import { type PlanWorkspace, readPlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { differencesOf } from '@rumbo/planning/content'
import { useId, useMemo } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanWords } from '../editor/use-plan-words.ts'
import { FiguresTable } from './FiguresTable.tsx'
import { usePlanFigures } from './plan-figures.ts'
import type { Compared } from './use-comparison.ts'

interface CompareDialogProps {
  /** The newest first. */
  versions: readonly PlanVersion[]
  /** Other plans of the day. */
  plans: readonly PlanSummary[]
  chosen: readonly [Compared, Compared]
  onChoose: (side: 0 | 1, id: string) => void
  onClose: () => void
}

/** Two plans of a day beside each other: the plan as it is, its versions, and other plans of the same day. */
export function CompareDialog({ versions, plans, chosen, onChoose, onClose }: CompareDialogProps) {
  const { t, language } = useText()
  const words = usePlanWords()
  const titleId = useId()
  const choices = [
    { value: 'present', label: t('planPanels.compare.present') },
    ...versions.map((version) => ({
      value: version.id,
      label: `${version.name ?? t(`planPanels.versions.cause.${version.cause}`)} · ${formatDate(language, version.at)}`,
    })),
    ...plans.map(({ id, name }) => ({ value: id, label: t('planPanels.compare.plan', { name }) })),
  ]
  const [one, other] = [useChosen(chosen[0]), useChosen(chosen[1])]
  const [before, after] = [usePlanFigures(one.content, one), usePlanFigures(other.content, other)]
  const lines = useMemo(
    () => (one.content && other.content ? words.differences(differencesOf(one.content, other.content)) : []),
    [one.content, other.content, words],
  )
  const labelOf = ({ id }: Compared) => choices.find(({ value }) => value === id)?.label ?? ''
  const message = useErrorMessage()
  const error = one.error ?? other.error
  return (
    <GuardedDialog isChanged={false} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('planPanels.compare.title')}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px', pt: '8px', mb: '12px' }}>
              {([0, 1] as const).map((side) => (
                <ChoiceField
                  key={side}
                  size="small"
                  label={t(side === 0 ? 'planPanels.compare.one' : 'planPanels.compare.other')}
                  value={chosen[side].id}
                  choices={choices}
                  onChange={(id) => onChoose(side, id)}
                />
              ))}
            </Box>
            {error && <ErrorState title={message(error, t('planPanels.versions.failed'))} />}
            {before && after && (
              <FiguresTable
                caption={t('planPanels.proposal.figures')}
                columns={[labelOf(chosen[0]), labelOf(chosen[1])]}
                figures={[before, after]}
              />
            )}
            {before && after && (
              <Box component="ul" aria-label={t('planPanels.compare.differences')} sx={{ pl: '18px' }}>
                {lines.map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be equal, and keep their order
                  <li key={`${at} ${line}`}>{line}</li>
                ))}
                {lines.length === 0 && <li>{t('planPanels.compare.same')}</li>}
              </Box>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{t('ui.close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

interface Known {
  content: PlanContent | null
  settings?: PlanSettings | undefined
  workspace?: PlanWorkspace | undefined
  error: Error | null
}

/** What is compared; without content until all of it is known. */
function useChosen({ kind, id }: Compared): Known {
  const { content } = usePlanEditor()
  const version = useEndpoint(readPlanVersion, { params: { id } }, { enabled: kind === 'version' })
  const plan = useEndpoint(readPlan, { params: { id } }, { enabled: kind === 'plan' })
  const day = useEndpoint(readPlanWorkspace, { params: { id } }, { enabled: kind === 'plan' })
  if (kind === 'version')
    return {
      content: version.data?.content ?? null,
      settings: version.data?.settings,
      error: version.error,
    }
  if (kind === 'plan')
    return {
      content: day.data ? (plan.data?.content ?? null) : null,
      settings: plan.data?.settings,
      workspace: day.data,
      error: plan.error ?? day.error,
    }
  return { content, error: null }
}
