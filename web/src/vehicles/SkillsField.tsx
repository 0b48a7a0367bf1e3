import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { listVehicleSkills } from '@rumbo/contract/vehicles.changes.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { withSkill } from './vehicle-skills.rules.ts'

interface SkillsFieldProps {
  label: string
  hint: string
  value: readonly string[]
  error: string | undefined
  onChange: (skills: readonly string[]) => void
}

/** Skills of a vehicle as free text; skills in use are suggested, so that each has one spelling. */
export function SkillsField({ label, hint, value, error, onChange }: SkillsFieldProps) {
  const { t } = useText()
  const known = useEndpoint(listVehicleSkills, { query: {} })
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={(known.data?.items ?? []).map(({ skill }) => skill)}
      filterSelectedOptions
      value={[...value]}
      onChange={(_, next) => onChange(next.reduce<readonly string[]>(withSkill, []))}
      clearText={t('ui.clear')}
      renderValue={(skills, itemProps) =>
        skills.map((skill, index) => {
          const { key, ...rest } = itemProps({ index })
          return <Chip key={key} size="small" label={skill} {...rest} />
        })
      }
      renderInput={(input) => (
        <TextField {...input} label={label} error={error !== undefined} helperText={error ?? hint} />
      )}
      sx={{ gridColumn: { sm: 'span 2' } }}
    />
  )
}
