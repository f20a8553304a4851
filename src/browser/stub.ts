// The module that a browser build gets in place of this package. It exports nothing, so that a named import fails the build; and it
// imports a file that is not there, so that a namespace or dynamic import fails it too. That file's name is what the
// bundler's error then says. What runs all the same says why it fails before it misses that file.
import './control-api-sdk-is-server-only.cjs';
import './control-api-sdk-is-server-only--its-key-must-not-reach-a-browser--call-it-from-your-backend--under-Jest-29-set-testEnvironmentOptions.customExportConditions-to-node';
