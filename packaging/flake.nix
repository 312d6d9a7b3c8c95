# A Nix flake. In a git clone: `nix build ./packaging`. Nix refuses it in an unpacked archive, because a flake in
# a folder may read the files above it only if git has them.
{
  description = "Emulator of GIER, the Danish computer of 1961";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = nixpkgs.lib.genAttrs systems;
      # Nix builds without `.git`, so `gier --version` gets the commit from here.
      day = with builtins; let d = self.lastModifiedDate; in
        "${substring 0 4 d}-${substring 4 2 d}-${substring 6 2 d}";
      commit = if self ? rev then "${builtins.substring 0 9 self.rev} ${day}" else "";
    in {
      packages = forEach (system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "gier";
            version = "0.2.0";
            src = ../.;
            cargoLock.lockFile = ../Cargo.lock;
            GIER_COMMIT = commit;
            cargoBuildFlags = [ "--package" "gier" ];
            # The end-to-end tests need a terminal and much time.
            doCheck = false;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = ''
              $out/bin/gier man man1
              installManPage man1/*
              for shell in bash fish zsh; do
                $out/bin/gier completions $shell > gier.$shell
              done
              installShellCompletion gier.bash gier.fish gier.zsh
            '';
            meta.mainProgram = "gier";
          };
        });
    };
}
