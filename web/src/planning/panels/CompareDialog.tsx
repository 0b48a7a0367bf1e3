import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import {
  listPlans,
  type PlanContent,
  type PlanSettings,
  type PlanVersion,
  readPlan,
  readPlanVersion,
} from '@rumbo/contract/planning.contract'
import { type PlanWorkspace, readPlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { differencesOf } from '@rumbo/planning/content'
import { useId, useMemo, useState } from 'react'
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

interface CompareDialogProps {
  /** The newest first. */
  versions: readonly PlanVersion[]
  /** The version that is chosen at first, against the plan as it is; null: the newest. */
  first: string | null
  onClose: () => void
}

/** What the choice `present` stands for: the plan as it is edited now. */
const present = 'present'

/** Two plans of a day beside each other: the plan as it is, its versions, and other plans of the same day. */
export function CompareDialog({ versions, first, onClose }: CompareDialogProps) {
  const { t, language } = useText()
  const { plan } = usePlanEditor()
  const words = usePlanWords()
  const titleId = useId()
  const plans = useEndpoint(listPlans, {
    query: { fleetId: plan.fleetId, from: plan.date, to: plan.date, size: 100 },
  })
  const choices = [
    { value: present, label: t('planPanels.compare.present') },
    ...versions.map((version) => ({
      value: `version ${version.id}`,
      label: `${version.name ?? t(`planPanels.versions.cause.${version.cause}`)} · ${formatDate(language, version.at)}`,
    })),
    ...(plans.data?.items ?? [])
      .filter(({ id }) => id !== plan.id)
      .map(({ id, name }) => ({ value: `plan ${id}`, label: t('planPanels.compare.plan', { name }) })),
  ]
  const [chosen, setChosen] = useState<[string, string]>(() => {
    const id = first ?? versions[0]?.id
    return [id === undefined ? present : `version ${id}`, present]
  })
  const [one, other] = [useChosen(chosen[0]), useChosen(chosen[1])]
  const [before, after] = [usePlanFigures(one.content, one), usePlanFigures(other.content, other)]
  const lines = useMemo(
    () => (one.content && other.content ? words.differences(differencesOf(one.content, other.content)) : []),
    [one.content, other.content, words],
  )
  const labelOf = (value: string) => choices.find((choice) => choice.value === value)?.label ?? ''
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
                  value={chosen[side]}
                  choices={choices}
                  onChange={(value) => setChosen(side === 0 ? [value, chosen[1]] : [chosen[0], value])}
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

interface Chosen {
  content: PlanContent | null
  settings?: PlanSettings | undefined
  workspace?: PlanWorkspace | undefined
  error: Error | null
}

/** What is compared; without content until all of it is known. */
function useChosen(value: string): Chosen {
  const { content } = usePlanEditor()
  const [kind, id = ''] = value.split(' ')
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
