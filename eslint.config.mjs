import parser from '@typescript-eslint/parser'
import { configs as lit } from 'eslint-plugin-lit'
import a11y from 'eslint-plugin-lit-a11y'
import { configs as wc } from 'eslint-plugin-wc'
import { defineConfig } from 'eslint/config'

// The templates of elements. All other rules, and the types, are oxlint's: .oxlintrc.json.
export default defineConfig(
  {
    files: ['src/**/*.ts', 'console/**/*.ts'],
    languageOptions: { parser },
    extends: [lit['flat/recommended'], wc['flat/recommended']],
    plugins: { 'lit-a11y': a11y },
    rules: a11y.configs.recommended.rules,
  },
  // A native checkbox exposes its checked state by itself, also with role "switch".
  { files: ['src/**/*.ts'], rules: { 'lit-a11y/role-has-required-aria-attrs': 'off' } },
  // The first field of a dialog that opens takes the focus (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/). A page as a whole has no such field.
  { files: ['console/**/*.ts'], rules: { 'lit-a11y/no-autofocus': 'off' } },
)
