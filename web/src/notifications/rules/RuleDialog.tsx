import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
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
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { MethodNotice } from '../../app/MethodNotice.tsx'
import { StepperDialog } from '../../ui/dialogs/StepperDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { AudienceField } from './AudienceField.tsx'
import { EscalationField, isStepWhole } from './EscalationField.tsx'
import { LabelledChips } from './LabelledChips.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { callsWebhooks, draftOfRule, hasTemplateErrors, isCutInSms, newRule } from './rule-draft.rules.ts'
import { TemplateField } from './TemplateField.tsx'
import { useRuleName } from './use-rule-name.ts'
import { WhatStep } from './WhatStep.tsx'

const stacked = { display: 'grid', gap: '16px' } as const

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
        <WhatStep
          companyId={companyId}
          rule={rule}
          draft={draft}
          isNameMissing={wasChecked && !hasName}
          onChange={change}
        />
      ),
    },
    {
      key: 'who',
      label: t('notificationRules.step.who'),
      validate: check(draft.audience.length > 0),
      content: (
        <Box sx={stacked}>
          <AudienceField
            companyId={companyId}
            label={t('notificationRules.field.audience')}
            value={draft.audience}
            error={draft.audience.length === 0 ? t('notificationRules.valid.audience') : undefined}
            onChange={(audience) => change({ audience })}
          />
          <PreviewPanel companyId={companyId} draft={draft} />
        </Box>
      ),
    },
    {
      key: 'how',
      label: t('notificationRules.step.how'),
      validate: check(draft.methods.length > 0 && !lacksWebhooks(draft)),
      content: (
        <Box sx={stacked}>
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
        </Box>
      ),
    },
    {
      key: 'texts',
      label: t('notificationRules.step.texts'),
      validate: check(!hasTemplateErrors(draft)),
      content: (
        <Box sx={stacked}>
          {languages.map((language) =>
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
          )}
        </Box>
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
      error={failure && <Alert severity="error">{message(failure, t('notificationRules.error.save'))}</Alert>}
      onFinish={finish}
      onClose={onClose}
    />
  )
}
