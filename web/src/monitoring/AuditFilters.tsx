import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { auditKinds } from '@rumbo/contract/monitoring.audit.contract'
import { wordsOfAction, wordsOfEntity } from '@rumbo/i18n/audit-words'
import type { ReactNode } from 'react'
import { useSession, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { type AuditFilter, isBackwards } from './audit-filter.rules.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  /** Names of the filtered person and record, if known. */
  names: { actor: string | undefined; record: string | undefined }
  onChange: (change: Partial<Record<keyof AuditFilter, string | undefined>>) => void
}

const all = 'all'
const chosen = (value: string) => (value === all ? undefined : value)

/** Choices sorted by label, including one that only the address names. */
function choicesOf(values: readonly string[], present: string | undefined, word: (value: string) => string) {
  const every = present === undefined || values.includes(present) ? values : [...values, present]
  return every
    .map((value) => ({ value, label: word(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** The audit's filters: company, action, kind of record, days; and a person or record chosen in a row. */
export function AuditFilters({ filter, names, onChange }: AuditFiltersProps) {
  const { t } = useText()
  const { user } = useSession()
  const { companies } = useWorkspace()
  const kinds = useEndpoint(auditKinds, {})
  const field = (width: number, content: ReactNode) => (
    <Box sx={{ width: { xs: '100%', sm: width }, '& .MuiTextField-root': { width: '100%' } }}>{content}</Box>
  )
  return (
    <>
      {user?.level === 'super_admin' &&
        field(
          200,
          <ChoiceField
            size="small"
            label={t('audit.filter.company')}
            value={filter.companyId ?? all}
            choices={[
              { value: all, label: t('audit.filter.allCompanies') },
              ...companies.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => onChange({ companyId: chosen(value) })}
          />,
        )}
      {field(
        190,
        <ChoiceField
          size="small"
          label={t('audit.filter.entity')}
          value={filter.entity ?? all}
          choices={[
            { value: all, label: t('audit.filter.allEntities') },
            ...choicesOf(kinds.data?.entities ?? [], filter.entity, (value) => wordsOfEntity(t, value)),
          ]}
          onChange={(value) => onChange({ entity: chosen(value) })}
        />,
      )}
      {field(
        230,
        <ChoiceField
          size="small"
          label={t('audit.filter.action')}
          value={filter.action ?? all}
          choices={[
            { value: all, label: t('audit.filter.allActions') },
            ...choicesOf(kinds.data?.actions ?? [], filter.action, (value) => {
              const entity = value.slice(0, value.indexOf('.'))
              return `${wordsOfEntity(t, entity)}: ${wordsOfAction(t, value)}`
            }),
          ]}
          onChange={(value) => onChange({ action: chosen(value) })}
        />,
      )}
      {field(
        180,
        <DateField
          size="small"
          label={t('audit.filter.from')}
          value={filter.from ?? null}
          onChange={(value) => onChange({ from: value ?? undefined })}
          isClearable
        />,
      )}
      {field(
        180,
        <DateField
          size="small"
          label={t('audit.filter.to')}
          value={filter.to ?? null}
          onChange={(value) => onChange({ to: value ?? undefined })}
          error={isBackwards(filter) ? t('audit.filter.range') : undefined}
          isClearable
        />,
      )}
      {filter.actorId !== undefined && (
        <Chip
          label={t('audit.filter.onlyPerson', { name: names.actor ?? t('audit.unnamed') })}
          onDelete={() => onChange({ actorId: undefined })}
        />
      )}
      {filter.entityId !== undefined && (
        <Chip
          label={t('audit.filter.onlyRecord', { name: names.record ?? t('audit.unnamed') })}
          onDelete={() => onChange({ entityId: undefined })}
        />
      )}
    </>
  )
}
