// The module for browser builds. It exports nothing, so a named import fails the build, and imports a missing file, so
// any other import fails it too, with the file's name as the message. The first import throws in a page that runs all
// the same.
import './control-api-sdk-is-server-only.cjs';
import './control-api-sdk-is-server-only--its-key-must-not-reach-a-browser--call-it-from-your-backend--under-Jest-29-set-testEnvironmentOptions.customExportConditions-to-node';
