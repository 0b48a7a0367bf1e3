import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { eventCategories, eventSeverities, eventTypes } from '@rumbo/contract/events.contract'
import {
  notificationMethods,
  notificationPriorities,
  notificationTypes,
} from '@rumbo/contract/notifications.contract'
import {
  changeNotificationRule,
  createNotificationRule,
  digestPeriods,
  lacksWebhooks,
  type NotificationRule,
  type RuleBody,
  smsLetters,
  templateLimits,
} from '@rumbo/contract/notifications.rules.contract'
import { listWebhooks } from '@rumbo/contract/notifications.webhooks.contract'
import { languages } from '@rumbo/i18n/language'
import { useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { MethodNotice } from '../../app/MethodNotice.tsx'
import { StepperDialog } from '../../ui/dialogs/StepperDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { HoursField } from '../../vehicles/HoursField.tsx'
import { AudienceField } from './AudienceField.tsx'
import { EscalationField, isStepWhole } from './EscalationField.tsx'
import { LabelledChips } from './LabelledChips.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { callsWebhooks, draftOfRule, hasTemplateErrors, isCutInSms, newRule } from './rule-draft.rules.ts'
import { FencesField, KindsField, RuleVehiclesField } from './rule-pickers.tsx'
import { TemplateField } from './TemplateField.tsx'
import { useRuleName } from './use-rule-name.ts'

interface RuleDialogProps {
  companyId: string
  /** Undefined for a new one. */
  rule?: NotificationRule
  onClose: () => void
}

/** Creates or changes a notification rule in steps: what, who, how, texts, escalation. */
export function RuleDialog({ companyId, rule, onClose }: RuleDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const nameOf = useRuleName()
  const { fleets } = useWorkspace()
  const message = useErrorMessage()
  const [draft, setDraft] = useState<RuleBody>(() => (rule ? draftOfRule(rule) : newRule()))
  const [wasChecked, setChecked] = useState(false)
  const can = useCan()
  const mayEditWebhooks = can('webhooks.edit')
  const listed = useEndpoint(listWebhooks, { query: { companyId } }, { enabled: mayEditWebhooks })
  const webhooks = listed.data?.items ?? []
  // Without a webhook there is nothing to call.
  const methods = notificationMethods.filter(
    (one) => one !== 'webhook' || webhooks.length > 0 || callsWebhooks(draft),
  )
  const create = useChange(createNotificationRule)
  const save = useChange(changeNotificationRule)
  const failure = create.error ?? save.error
  const change = (some: Partial<RuleBody>) => setDraft((before) => ({ ...before, ...some }))
  const narrow = (some: Partial<RuleBody['conditions']>) =>
    change({ conditions: { ...draft.conditions, ...some } })
  const check = (isValid: boolean) => () => {
    setChecked(!isValid)
    return isValid
  }
  const finish = async () => {
    const body = { ...draft, name: draft.name.trim() }
    const saved = rule
      ? await save.mutateAsync({ params: { id: rule.id }, body: { ...body, version: rule.version } })
      : await create.mutateAsync({ body: { companyId, ...body } })
    toasts.show({ type: 'success', message: t('notificationRules.saved', { name: nameOf(saved) }) })
    onClose()
  }
  const hasName = draft.name.trim() !== ''
  const steps = [
    {
      key: 'what',
      label: t('notificationRules.step.what'),
      validate: check(hasName),
      content: (
        <Box sx={{ display: 'grid', gap: '16px' }}>
          <TextField
            required
            label={t('notificationRules.field.name')}
            // The name a default rule was given is shown in the reader’s language, and stays as it is unless changed.
            value={rule !== undefined && draft.name === rule.name ? nameOf(rule) : draft.name}
            error={wasChecked && !hasName}
            helperText={wasChecked && !hasName ? t('notificationRules.valid.name') : undefined}
            onChange={({ target }) => change({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
          />
          <LabelledChips
            label={t('notificationRules.field.fleets')}
            chips={fleets.map(({ id, name }) => ({ value: id, label: name }))}
            selected={draft.fleetIds}
            onChange={(chosen) =>
              // Fleets that this person does not see stay.
              change({
                fleetIds: [
                  ...draft.fleetIds.filter((one) => fleets.every(({ id }) => id !== one)),
                  ...chosen,
                ],
              })
            }
          />
          <LabelledChips
            label={t('events.filter.severity')}
            chips={eventSeverities.map((value) => ({ value, label: t(`events.severity.${value}`) }))}
            selected={draft.conditions.severities}
            onChange={(severities) => narrow({ severities })}
          />
          <LabelledChips
            label={t('events.field.category')}
            chips={eventCategories.map((value) => ({ value, label: t(`events.category.${value}`) }))}
            selected={draft.conditions.categories}
            onChange={(categories) => narrow({ categories })}
          />
          <LabelledChips
            label={t('events.filter.type')}
            chips={eventTypes.map((value) => ({ value, label: t(`events.type.${value}`) }))}
            selected={draft.conditions.types}
            onChange={(types) => narrow({ types })}
          />
          <FormControlLabel
            control={
              <Switch checked={draft.conditions.isAlarm} onChange={(_, isAlarm) => narrow({ isAlarm })} />
            }
            label={t('notificationRules.field.isAlarm')}
          />
          <KindsField kinds={draft.conditions.kinds} onChange={(kinds) => narrow({ kinds })} />
          <RuleVehiclesField
            companyId={companyId}
            ids={draft.conditions.vehicleIds}
            onChange={(vehicleIds) => narrow({ vehicleIds })}
          />
          {can('geofences.read') && (
            <FencesField
              companyId={companyId}
              ids={draft.conditions.fenceIds}
              onChange={(fenceIds) => narrow({ fenceIds })}
            />
          )}
          <HoursField
            label={t('notificationRules.field.hours')}
            value={draft.schedule.windows}
            error={undefined}
            noneText={t('notificationRules.field.anyHour')}
            onChange={(windows) => change({ schedule: { ...draft.schedule, windows } })}
          />
        </Box>
      ),
    },
    {
      key: 'who',
      label: t('notificationRules.step.who'),
      validate: check(draft.audience.length > 0),
      content: (
        <>
          <AudienceField
            companyId={companyId}
            label={t('notificationRules.field.audience')}
            value={draft.audience}
            error={draft.audience.length === 0 ? t('notificationRules.valid.audience') : undefined}
            onChange={(audience) => change({ audience })}
          />
          <PreviewPanel companyId={companyId} draft={draft} />
        </>
      ),
    },
    {
      key: 'how',
      label: t('notificationRules.step.how'),
      validate: check(draft.methods.length > 0 && !lacksWebhooks(draft)),
      content: (
        <>
          <LabelledChips
            label={t('notificationRules.field.methods')}
            chips={methods.map((value) => ({ value, label: t(`notifications.method.${value}`) }))}
            selected={draft.methods}
            onChange={(methods) => change({ methods })}
          />
          <MethodNotice methods={draft.methods} />
          {webhooks.length > 0 && callsWebhooks(draft) && (
            <LabelledChips
              label={t('webhooks.title')}
              chips={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
              selected={draft.webhookIds}
              onChange={(webhookIds) => change({ webhookIds })}
            />
          )}
          {lacksWebhooks(draft) && <Alert severity="error">{t('notificationRules.valid.webhooks')}</Alert>}
          {draft.methods.length === 0 && (
            <Alert severity="error">{t('notificationRules.valid.methods')}</Alert>
          )}
          <ChoiceField
            label={t('notifications.field.priority')}
            value={draft.priority}
            choices={notificationPriorities.map((value) => ({
              value,
              label: t(`notifications.priority.${value}`),
            }))}
            onChange={(priority) => change({ priority })}
          />
          <ChoiceField
            label={t('notifications.field.type')}
            value={draft.type}
            choices={notificationTypes.map((value) => ({ value, label: t(`notifications.type.${value}`) }))}
            onChange={(type) => change({ type })}
          />
          <ChoiceField
            label={t('notificationRules.field.digest')}
            value={draft.digest ?? 'each'}
            choices={(['each', ...digestPeriods] as const).map((value) => ({
              value,
              label: t(`notificationRules.digest.${value}`),
            }))}
            onChange={(value) => change({ digest: value === 'each' ? null : value })}
          />
          <TextField
            type="number"
            label={t('notificationRules.field.repeatMinutes')}
            value={draft.repeatMinutes}
            helperText={t('notificationRules.field.repeatHint')}
            onChange={({ target }) =>
              change({ repeatMinutes: Math.min(1_440, Math.max(0, Math.trunc(Number(target.value)))) })
            }
          />
          <FormControlLabel
            control={
              <Switch
                checked={draft.ignoresQuietHours}
                onChange={(_, ignoresQuietHours) => change({ ignoresQuietHours })}
              />
            }
            label={t('notificationRules.field.ignoresQuietHours')}
          />
        </>
      ),
    },
    {
      key: 'texts',
      label: t('notificationRules.step.texts'),
      validate: check(!hasTemplateErrors(draft)),
      content: languages.map((language) =>
        (['title', 'message'] as const).map((part) => (
          <TemplateField
            key={`${language}-${part}`}
            label={t(`notificationRules.template.${part}.${language}`)}
            textLanguage={language}
            value={draft.templates[language][part]}
            longest={templateLimits[part]}
            isLong={part === 'message'}
            warning={
              part === 'message' && isCutInSms(draft, language)
                ? t('notificationRules.template.sms', { letters: smsLetters })
                : null
            }
            onChange={(text) =>
              change({
                templates: {
                  ...draft.templates,
                  [language]: { ...draft.templates[language], [part]: text },
                },
              })
            }
          />
        )),
      ),
    },
    {
      key: 'escalation',
      label: t('notificationRules.step.escalation'),
      validate: check(draft.escalation.every(isStepWhole) && !lacksWebhooks(draft)),
      content: (
        <EscalationField
          companyId={companyId}
          methods={methods}
          value={draft.escalation}
          onChange={(escalation) => change({ escalation })}
        />
      ),
    },
  ]
  return (
    <StepperDialog
      open
      title={rule ? t('notificationRules.edit', { name: nameOf(rule) }) : t('notificationRules.new')}
      steps={steps}
      areAllOpen={rule !== undefined}
      finishLabel={t('ui.save')}
      error={failure ? message(failure, t('notificationRules.error.save')) : null}
      onFinish={finish}
      onClose={onClose}
    />
  )
}
