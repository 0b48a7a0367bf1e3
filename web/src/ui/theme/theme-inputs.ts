import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'
import type {} from '@mui/x-date-pickers/themeAugmentation'
import { controlHeight } from './sizes.ts'
import { token } from './tokens.ts'

export type ComponentOverrides = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>

const comfortable = { minHeight: controlHeight.form }

/** Inputs: outlined and 44 px high; 36 px with `size="small"`, for bars. */
export const themeInputs: ComponentOverrides = {
  MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined' } },
  MuiSelect: { defaultProps: { variant: 'outlined' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        ...comfortable,
        borderRadius: 8,
        backgroundColor: token('surface'),
        '@media (max-width: 600px)': { fontSize: '1rem' },
        '&.MuiInputBase-sizeSmall': { minHeight: controlHeight.bar },
        '& .MuiSelect-select': { minHeight: 20, lineHeight: '20px' },
        '&.MuiInputBase-multiline': { padding: '11px 14px' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: token('lineStrong') },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: token('textSoft') },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: token('primaryText'),
          borderWidth: 2,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: token('critical') },
        '&.Mui-disabled, &.Mui-readOnly': { backgroundColor: token('sunken') },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline, &.Mui-readOnly:not(.Mui-focused) .MuiOutlinedInput-notchedOutline':
          { borderColor: token('line') },
        '&.Mui-readOnly .MuiSelect-icon': { display: 'none' },
      },
      input: {
        padding: '12px 14px',
        height: 20,
        outline: 'none',
        '.MuiInputBase-sizeSmall > &': { paddingTop: 8, paddingBottom: 8, paddingLeft: 12 },
        '&.MuiInputBase-inputAdornedStart': { paddingLeft: 0 },
        '.MuiInputBase-multiline > &': { padding: 0 },
        '&::placeholder': { color: token('textFaint'), opacity: 1 },
        '&.Mui-disabled': { WebkitTextFillColor: token('textFaint') },
      },
    },
  },
  MuiPickersOutlinedInput: {
    styleOverrides: {
      root: {
        ...comfortable,
        borderRadius: 8,
        backgroundColor: token('surface'),
        '@media (max-width: 600px)': { fontSize: '1rem' },
        '& .MuiPickersOutlinedInput-notchedOutline': { borderColor: token('lineStrong') },
        '&:hover .MuiPickersOutlinedInput-notchedOutline': { borderColor: token('textSoft') },
        '&.Mui-focused .MuiPickersOutlinedInput-notchedOutline': {
          borderColor: token('primaryText'),
          borderWidth: 2,
        },
        '&.Mui-error .MuiPickersOutlinedInput-notchedOutline': { borderColor: token('critical') },
        '&.Mui-disabled': { backgroundColor: token('sunken') },
      },
    },
  },
  MuiPickersInputBase: {
    styleOverrides: {
      root: {
        letterSpacing: 0,
        '& .MuiPickersInputBase-sectionsContainer': { padding: '12px 0', lineHeight: '20px' },
        '& .MuiPickersInputBase-sectionContent': { lineHeight: '20px' },
        '&.MuiPickersInputBase-inputSizeSmall': {
          minHeight: controlHeight.bar,
          '& .MuiPickersInputBase-sectionsContainer': { padding: '8px 0' },
        },
      },
    },
  },
  MuiInputAdornment: { styleOverrides: { root: { color: token('textSoft') } } },
  MuiInputBase: { styleOverrides: { input: { '&:focus-visible': { outline: 'none' } } } },
  MuiInputLabel: {
    styleOverrides: {
      root: {
        color: token('textSoft'),
        '&.MuiInputLabel-outlined:not(.MuiInputLabel-shrink)': {
          transform: 'translate(14px, 12px) scale(1)',
        },
        '&.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)': {
          transform: 'translate(12px, 8px) scale(1)',
        },
        '&:has(~ .MuiInputBase-root .MuiSelect-icon):not(.MuiInputLabel-shrink)': {
          maxWidth: 'calc(100% - 48px)',
        },
        '&.MuiInputLabel-shrink': { fontWeight: 520 },
        '&.Mui-focused': { color: token('primaryText') },
        '&.Mui-error': { color: token('critical') },
      },
      asterisk: { color: 'inherit' },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        fontSize: '0.78125rem',
        lineHeight: 1.44,
        marginTop: 4,
        marginLeft: 12,
        color: token('textSoft'),
        '&.Mui-error': { color: token('critical') },
        '&.Mui-error::before': {
          content: '"!" / ""',
          display: 'inline-grid',
          placeItems: 'center',
          width: 14,
          height: 14,
          marginRight: 6,
          border: '1.5px solid currentcolor',
          borderRadius: '50%',
          fontSize: '0.625rem',
          fontWeight: 700,
          lineHeight: 1,
        },
      },
    },
  },
  MuiFormLabel: { styleOverrides: { root: { '&.Mui-focused': { color: token('primaryText') } } } },
  MuiCheckbox: {
    styleOverrides: {
      root: {
        padding: 8,
        borderRadius: 8,
        color: token('lineStrong'),
        '&.Mui-checked, &.MuiCheckbox-indeterminate': { color: token('primaryText') },
      },
    },
  },
  MuiRadio: {
    styleOverrides: {
      root: { padding: 8, color: token('lineStrong'), '&.Mui-checked': { color: token('primaryText') } },
    },
  },
  MuiSwitch: {
    styleOverrides: {
      switchBase: {
        '&.Mui-checked': { color: token('primary') },
        '&.Mui-checked + .MuiSwitch-track': { backgroundColor: token('primaryText'), opacity: 1 },
        '&.Mui-focusVisible': { outline: `2px solid ${token('primaryText')}` },
      },
      track: { backgroundColor: token('lineStrong'), opacity: 1 },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        textTransform: 'none',
        minHeight: controlHeight.bar,
        padding: '4px 12px',
        color: token('textSoft'),
        borderColor: token('lineStrong'),
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: token('primarySoft'),
          color: token('primaryText'),
        },
      },
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: {
        backgroundColor: token('raised'),
        border: `1px solid ${token('line')}`,
        boxShadow: `0 10px 28px ${token('shadow')}`,
        borderRadius: 14,
      },
      inputRoot: { padding: '2px 8px' },
      option: { borderRadius: 8, margin: '0 6px' },
      listbox: { padding: '6px 0' },
    },
  },
}
