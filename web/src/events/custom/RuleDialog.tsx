import AddRounded from '@mui/icons-material/AddRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import {
  type CustomRule,
  conditionMatches,
  conditionsPerRule,
  createCustomRule,
  replaceCustomRule,
} from '@rumbo/contract/events.custom.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { RuleOptions } from './RuleOptions.tsx'
import { checkRule } from './rule-check.rules.ts'
import { draftOfRule, emptyCondition, emptyRule, type RuleDraft } from './rule-draft.rules.ts'
import { ruleWords } from './rule-words.rules.ts'

interface RuleDialogProps {
  fleetId: string
  /** Undefined for a new one. */
  rule?: CustomRule
  onClose: () => void
}

/** Creates or changes a custom rule; says in words what it will do, and what can never or will always hold. */
export function RuleDialog({ fleetId, rule, onClose }: RuleDialogProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOfRule(rule) : emptyRule()))
  const [version, setVersion] = useState(rule?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const create = useChange(createCustomRule)
  const replace = useChange(replaceCustomRule)
  const [atStart] = useState(() => JSON.stringify(draft))
  const check = checkRule(draft)
  const isBusy = create.isPending || replace.isPending
  const failure = create.error ?? replace.error
  const change = (some: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...some }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (check.fields === null || isBusy) return
    try {
      const saved = rule
        ? await replace.mutateAsync({ params: { id: rule.id }, body: { ...check.fields, version } })
        : await create.mutateAsync({ body: { fleetId, ...check.fields } })
      toasts.show({ type: 'success', message: t('customRules.saved', { name: saved.name }) })
      onClose()
    } catch (error) {
      // The form shows the failure; saving again after a conflict overwrites the other person's change.
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as CustomRule).version)
    }
  }
  const wrongAt = (at: number) => {
    // A condition that is being filled in is no mistake yet; one that can never hold is, at once.
    const key = check.conditions[at]
    if (key === undefined || (key === 'customRules.valid.condition' && !wasSent)) return undefined
    return t(key)
  }
  const { name: wrongName } = wasSent ? check : {}
  return (
    <FormDialog
      title={t(rule ? 'customRules.dialog.edit' : 'customRules.dialog.create', { name: rule?.name ?? '' })}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      isChanged={JSON.stringify(draft) !== atStart}
      error={failure ? message(failure, t('customRules.error.save')) : null}
      maxWidth="md"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', alignItems: 'flex-start' }}>
        <TextField
          label={t('customRules.field.name')}
          value={draft.name}
          required
          onChange={({ target }) => change({ name: target.value })}
          error={wrongName !== undefined}
          helperText={wrongName && t(wrongName)}
          slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
          sx={{ flex: '1 1 240px' }}
        />
        <FormControlLabel
          control={<Switch checked={draft.isActive} onChange={(_, isActive) => change({ isActive })} />}
          label={t('customRules.field.active')}
        />
      </Box>
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '12px' }}>
        <Box component="legend" sx={{ typography: 'subtitle2', p: 0, mb: '4px' }}>
          {t('customRules.field.conditions')}
        </Box>
        {draft.conditions.length > 1 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={draft.match}
            aria-label={t('customRules.field.match')}
            onChange={(_, match: CustomRule['match'] | null) => match && change({ match })}
          >
            {conditionMatches.map((match) => (
              <ToggleButton key={match} value={match}>
                {t(`customRules.match.${match}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        {draft.conditions.map((condition, at) => (
          <ConditionFields
            key={condition.key}
            number={at + 1}
            value={condition}
            error={wrongAt(at)}
            onChange={(next) =>
              change({ conditions: draft.conditions.map((one) => (one.key === next.key ? next : one)) })
            }
            onRemove={
              draft.conditions.length === 1
                ? undefined
                : () => change({ conditions: draft.conditions.filter(({ key }) => key !== condition.key) })
            }
          />
        ))}
        {check.together && <Alert severity="error">{t(check.together)}</Alert>}
        {check.isAlwaysMet && (
          <Alert severity="warning" role="status">
            {t('customRules.always')}
          </Alert>
        )}
        {draft.conditions.length < conditionsPerRule && (
          <Button
            size="small"
            startIcon={<AddRounded />}
            onClick={() => change({ conditions: [...draft.conditions, emptyCondition()] })}
            sx={{ justifySelf: 'start' }}
          >
            {t('customRules.condition.add')}
          </Button>
        )}
      </Box>
      <RuleOptions fleetId={fleetId} draft={draft} check={wasSent ? check : null} onChange={change} />
      {check.outlastsHours && (
        <Alert severity="warning" role="status">
          {t('customRules.outlastsHours')}
        </Alert>
      )}
      {check.fields && (
        <Alert severity="info" role="status" aria-label={t('customRules.inWords')}>
          {ruleWords(t, language, check.fields)}
        </Alert>
      )}
    </FormDialog>
  )
}
