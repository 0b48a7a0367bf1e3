import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { notificationMethods, notificationPriorities } from '@rumbo/contract/notifications.contract'
import {
  changeNotificationRule,
  createNotificationRule,
  digestPeriods,
  type NotificationRule,
  type RuleBody,
  sosRoles,
} from '@rumbo/contract/notifications.rules.contract'
import { type ReactNode, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { RecordDialog } from '../../ui/dialogs/RecordDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { RulePreview } from './RulePreview.tsx'
import { RuleTexts } from './RuleTexts.tsx'
import {
  audienceRoles,
  choices,
  draftOf,
  isSound,
  newRule,
  plainAudience,
  plainAudiences,
  rolesOf,
  sosOf,
  withAudience,
} from './rule-draft.rules.ts'

interface RuleDialogProps {
  /** Null: a new one. */
  rule: NotificationRule | null
  companyId: string
  onClose: () => void
}
const never = 'never'

/** Creates or changes a notification rule: about what, to whom, how, and in which words. Mount it to open it. */
export function RuleDialog({ rule, companyId, onClose }: RuleDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [draft, setDraft] = useState<RuleBody>(() => (rule ? draftOf(rule) : newRule))
  const [version, setVersion] = useState(rule?.version ?? 0)
  const [isChanged, setChanged] = useState(false)
  const [wasSent, setSent] = useState(false)
  const create = useChange(createNotificationRule)
  const save = useChange(changeNotificationRule)
  const failure = create.error ?? save.error
  const isBusy = create.isPending || save.isPending
  const set = (next: Partial<RuleBody>) => {
    setDraft({ ...draft, ...next })
    setChanged(true)
  }
  const { conditions, audience, methods } = draft
  const submit = async () => {
    setSent(true)
    if (isBusy || !isSound(draft)) return
    const body = { ...draft, name: draft.name.trim() }
    try {
      if (rule) await save.mutateAsync({ params: { id: rule.id }, body: { ...body, version } })
      else await create.mutateAsync({ body: { companyId, ...body } })
      onClose()
    } catch (error) {
      // The form shows the conflict; saving again overwrites the other person's change.
      const current = error instanceof ProblemError ? error.problem?.current : undefined
      if (current !== undefined) setVersion((current as NotificationRule).version)
    }
  }
  const isNameMissing = wasSent && draft.name.trim() === ''
  return (
    <RecordDialog
      title={rule ? t('notificationRules.editTitle', { name: rule.name }) : t('notificationRules.new')}
      isBusy={isBusy}
      isChanged={isChanged}
      error={failure ? message(failure, t('notificationRules.error.save')) : null}
      submitLabel={t('ui.save')}
      onSubmit={() => void submit()}
      onClose={onClose}
      maxWidth="md"
    >
      <Box sx={{ display: 'grid', gap: '20px' }}>
        <TextField
          label={t('notificationRules.field.name')}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          required
          autoComplete="off"
          error={isNameMissing}
          helperText={isNameMissing ? t('fields.required') : undefined}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <Part title={t('notificationRules.part.what')} text={t('notificationRules.part.whatText')}>
          <FilterChips
            label={t('notificationRules.field.severities')}
            chips={choices.severities.map((value) => ({ value, label: t(`events.severity.${value}`) }))}
            selected={conditions.severities}
            onChange={(severities) => set({ conditions: { ...conditions, severities } })}
          />
          <FilterChips
            label={t('notificationRules.field.categories')}
            chips={choices.categories.map((value) => ({ value, label: t(`events.category.${value}`) }))}
            selected={conditions.categories}
            onChange={(categories) => set({ conditions: { ...conditions, categories } })}
          />
          <FilterChips
            isDense
            label={t('notificationRules.field.types')}
            chips={choices.types.map((value) => ({ value, label: t(`events.type.${value}`) }))}
            selected={conditions.types}
            onChange={(types) => set({ conditions: { ...conditions, types } })}
          />
          <FormControlLabel
            label={t('notificationRules.field.isAlarm')}
            control={
              <Checkbox
                checked={conditions.isAlarm}
                onChange={(_, isAlarm) => set({ conditions: { ...conditions, isAlarm } })}
              />
            }
          />
        </Part>
        <Part
          title={t('notificationRules.part.who')}
          text={
            wasSent && audience.length === 0
              ? t('notificationRules.error.nobody')
              : t('notificationRules.part.whoText')
          }
        >
          <FilterChips
            label={t('notificationRules.field.audience')}
            chips={plainAudiences.map((value) => ({
              value,
              label: t(`notificationRules.audience.${value}`),
            }))}
            selected={plainAudiences.filter((kind) => audience.some((one) => one.kind === kind))}
            onChange={(chosen) =>
              set({
                audience: plainAudiences.reduce(
                  (list, kind) =>
                    withAudience(list, chosen.includes(kind) ? plainAudience(kind) : { kind, isOff: true }),
                  [...audience],
                ),
              })
            }
          />
          <FilterChips
            label={t('notificationRules.audience.roles')}
            chips={audienceRoles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
            selected={audienceRoles.filter((role) => rolesOf(audience).includes(role))}
            onChange={(roles) =>
              set({
                audience: withAudience(
                  audience,
                  roles.length > 0 ? { kind: 'roles', roles } : { kind: 'roles', isOff: true },
                ),
              })
            }
          />
          <FilterChips
            label={t('notificationRules.audience.sos')}
            chips={sosRoles.map((value) => ({ value, label: t(`directory.role.${value}`) }))}
            selected={sosRoles.filter((role) => sosOf(audience).includes(role))}
            onChange={(roles) =>
              set({
                audience: withAudience(
                  audience,
                  roles.length > 0 ? { kind: 'sos', roles } : { kind: 'sos', isOff: true },
                ),
              })
            }
          />
        </Part>
        <Part
          title={t('notificationRules.part.how')}
          text={
            wasSent && methods.length === 0
              ? t('notificationRules.error.noMethod')
              : t('notificationRules.part.howText')
          }
        >
          <FilterChips
            label={t('notificationRules.field.methods')}
            chips={notificationMethods
              .filter((value) => value !== 'webhook' || draft.webhookIds.length > 0)
              .map((value) => ({ value, label: t(`notifications.method.${value}`) }))}
            selected={methods}
            onChange={(next) => set({ methods: next })}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px' }}>
            <ChoiceField
              label={t('notifications.field.priority')}
              value={draft.priority}
              choices={notificationPriorities.map((value) => ({
                value,
                label: t(`notifications.priority.${value}`),
              }))}
              onChange={(value) =>
                set({ priority: notificationPriorities.find((one) => one === value) ?? 'normal' })
              }
            />
            <ChoiceField
              label={t('notificationRules.field.digest')}
              value={draft.digest ?? never}
              choices={[
                { value: never, label: t('notificationRules.digest.never') },
                ...digestPeriods.map((value) => ({ value, label: t(`notificationRules.digest.${value}`) })),
              ]}
              onChange={(value) => set({ digest: digestPeriods.find((one) => one === value) ?? null })}
            />
            <TextField
              type="number"
              label={t('notificationRules.field.repeatMinutes')}
              value={draft.repeatMinutes}
              onChange={({ target }) => set({ repeatMinutes: Number(target.value) })}
              slotProps={{ htmlInput: { min: 0, max: 1_440, step: 1 } }}
            />
          </Box>
          <FormControlLabel
            label={t('notificationRules.field.ignoresQuietHours')}
            control={
              <Checkbox
                checked={draft.ignoresQuietHours}
                onChange={(_, ignoresQuietHours) => set({ ignoresQuietHours })}
              />
            }
          />
        </Part>
        <Part title={t('notificationRules.part.texts')} text={t('notificationRules.part.textsText')}>
          <RuleTexts templates={draft.templates} onChange={(templates) => set({ templates })} />
        </Part>
        <RulePreview
          draft={draft}
          companyId={companyId}
          isSound={isSound({ ...draft, name: draft.name || '-' })}
        />
      </Box>
    </RecordDialog>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: '10px', minWidth: 0 }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {title}
      </Box>
      <Box sx={{ typography: 'body2' }}>{text}</Box>
      {children}
    </Box>
  )
}
