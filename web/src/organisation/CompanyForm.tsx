import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { tiers } from '@rumbo/contract/features'
import { currencies } from '@rumbo/contract/money'
import { companyStatuses, companyTypes } from '@rumbo/contract/organisation.contract'
import { currencyLabel } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type CompanyDraft, type CompanyErrors, isMexico, isOddRfc } from './company-draft.rules.ts'

/** The id of the field of the company's plan. */
export const planField = 'company-plan'

const roadLimitsHint = 'company-road-limits-hint'

/** The time zones of this browser, and UTC. */
export const timeZones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

interface CompanyFormProps {
  draft: CompanyDraft
  errors: CompanyErrors
  /** Tier, status and verified flag may be changed. */
  isSuper: boolean
  onChange: (some: Partial<CompanyDraft>) => void
}
type TextName = Exclude<
  { [Name in keyof CompanyDraft]: string extends CompanyDraft[Name] ? Name : never }[keyof CompanyDraft],
  'timeZone' | 'historyDays' | 'currency'
>

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'h2', p: 0, mb: '12px' }}>
        {title}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: '14px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** All fields of a company. An unusual RFC shows a warning but can be saved. */
export function CompanyForm({ draft, errors, isSuper, onChange }: CompanyFormProps) {
  const { t, language } = useText()
  const wrong = (name: keyof CompanyDraft) => {
    const key = errors[name]
    return key ? t(key) : undefined
  }
  const text = (name: TextName, options: { isRequired?: boolean; label?: string; hint?: ReactNode } = {}) => (
    <TextField
      label={options.label ?? t(`companies.field.${name}`)}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      required={options.isRequired}
      error={wrong(name) !== undefined}
      helperText={wrong(name) ?? options.hint}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: name === 'phone' ? 'tel' : undefined },
      }}
    />
  )
  const oddRfc = isOddRfc(draft) && (
    <Box component="span" role="status" sx={{ color: token('alarmed') }}>
      {t('companies.valid.rfc')}
    </Box>
  )
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Section title={t('companies.identity')}>
        {text('name', { isRequired: true })}
        {text('legalName')}
        {text('taxId', {
          label: t(isMexico(draft.country) ? 'companies.field.taxId' : 'companies.field.taxIdElsewhere'),
          hint: oddRfc || undefined,
        })}
        <ChoiceField
          label={t('companies.field.type')}
          value={draft.type}
          choices={companyTypes.map((value) => ({ value, label: t(`companies.company.type.${value}`) }))}
          onChange={(type) => onChange({ type })}
          isRequired
          error={wrong('type')}
        />
      </Section>
      <Section title={t('companies.contact')}>
        {text('email')}
        {text('phone')}
        {text('addressLine1')}
        {text('addressLine2')}
        {text('city')}
        {text('country')}
        <Autocomplete
          options={timeZones}
          value={draft.timeZone}
          disableClearable
          onChange={(_, timeZone) => onChange({ timeZone })}
          openText={t('companies.field.timeZone')}
          closeText={t('ui.close')}
          noOptionsText={t('companies.valid.timeZone')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={t('companies.field.timeZone')}
              required
              error={wrong('timeZone') !== undefined}
              helperText={wrong('timeZone')}
            />
          )}
        />
        <Autocomplete
          options={currencies}
          value={draft.currency}
          disableClearable
          getOptionLabel={(code) => currencyLabel(language, code)}
          onChange={(_, currency) => onChange({ currency })}
          openText={t('companies.field.currency')}
          closeText={t('ui.close')}
          noOptionsText={t('companies.valid.currency')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={t('companies.field.currency')}
              required
              error={wrong('currency') !== undefined}
              helperText={wrong('currency') ?? t('companies.currencyHint')}
            />
          )}
        />
        <TextField
          label={t('companies.historyDays')}
          value={draft.historyDays}
          onChange={(event) => onChange({ historyDays: event.target.value })}
          required
          error={wrong('historyDays') !== undefined}
          helperText={wrong('historyDays') ?? t('companies.historyDaysHint')}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={draft.roadSpeedLimits}
                onChange={(_, roadSpeedLimits) => onChange({ roadSpeedLimits })}
                slotProps={{ input: { 'aria-describedby': roadLimitsHint } }}
              />
            }
            label={t('companies.field.roadSpeedLimits')}
            sx={{ m: 0 }}
          />
          <FormHelperText id={roadLimitsHint}>{t('companies.roadSpeedLimitsHint')}</FormHelperText>
        </Box>
      </Section>
      <Section title={t('companies.plan')}>
        <ChoiceField
          label={t('companies.field.status')}
          value={draft.status}
          choices={companyStatuses.map((value) => ({
            value,
            label: t(`companies.company.status.${value}`),
          }))}
          onChange={(status) => onChange({ status })}
          isDisabled={!isSuper}
          error={wrong('status')}
        />
        <ChoiceField
          id={planField}
          label={t('companies.field.tier')}
          value={draft.tier}
          choices={tiers.map((value) => ({ value, label: t(`organisation.tier.${value}`) }))}
          onChange={(tier) => onChange({ tier })}
          isDisabled={!isSuper}
          error={wrong('tier')}
        />
        <FormControlLabel
          control={
            <Switch
              checked={draft.verified}
              disabled={!isSuper}
              onChange={(_, verified) => onChange({ verified })}
            />
          }
          label={t('companies.field.verified')}
          sx={{ m: 0 }}
        />
        {!isSuper && (
          <Typography variant="body2" sx={{ color: token('textSoft'), gridColumn: '1 / -1' }}>
            {t('companies.superOnly')}
          </Typography>
        )}
      </Section>
    </Box>
  )
}
